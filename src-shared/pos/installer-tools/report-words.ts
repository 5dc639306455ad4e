import type { Language } from '../../language.ts'
import type { Printer } from '../printing/printers.ts'
import type { NetworkName } from './network-test.ts'
import type { SetupStep } from './setup.ts'

/** The texts of the installation report. */
export interface InstallationWords {
  readonly title: string
  readonly made: string
  readonly by: string
  readonly kinds: Readonly<Record<'training' | 'sandbox' | 'live' | 'unknown', string>>
  readonly kindNotes: Readonly<Record<'training' | 'sandbox' | 'live' | 'unknown', string>>
  readonly shop: string
  readonly counter: string
  readonly service: string
  readonly account: string
  readonly reference: string
  readonly terminal: string
  readonly latency: string
  readonly program: string
  readonly system: string
  readonly disk: string
  readonly gigabytes: (count: string) => string
  readonly record: string
  readonly whole: string
  readonly damaged: string
  readonly clock: string
  readonly set: string
  readonly offset: string
  readonly testSale: string
  readonly payment: string
  readonly returned: string
  readonly notReturned: string
  readonly failed: string
  readonly notTried: string
  readonly network: string
  readonly networkSteps: Readonly<Record<NetworkName, string>>
  readonly works: string
  readonly poleDisplay: string
  readonly noneSetUp: string
  readonly printsReceipts: string
  readonly portOpen: string
  readonly portClosed: string
  /** The printer's reports, as measured by its test page. */
  readonly reports: Readonly<Record<Printer['reports'], string>>
  readonly thisComputer: string
  readonly unknown: string
  readonly found: string
  readonly steps: string
  readonly step: string
  readonly state: string
  readonly when: string
  readonly who: string
  readonly checked: string
  readonly stated: string
  readonly skipped: string
  readonly open: string
  readonly note: string
  readonly roles: Readonly<Record<'installer' | 'manager', string>>
  readonly stepNames: Readonly<Record<SetupStep, string>>
}

const en: InstallationWords = {
  title: 'Installation report',
  made: 'Made',
  by: 'by',
  kinds: {
    training: 'Training',
    sandbox: 'Training at a sandbox',
    live: 'Live',
    unknown: 'Not known whether money is real',
  },
  kindNotes: {
    training: 'No real money moves.',
    sandbox: 'No real money moves.',
    live: 'Cards are charged for real.',
    unknown: 'Money counts as real until the service says otherwise.',
  },
  shop: 'Shop',
  counter: 'Counter',
  service: 'Payment service',
  account: 'Account',
  reference: 'API version',
  terminal: 'Terminal',
  latency: 'Answers within',
  program: 'Program',
  system: 'System',
  disk: 'Free disk space',
  gigabytes: (count) => `${count} GB`,
  record: 'Activity log',
  whole: 'complete',
  damaged: 'something is wrong with it',
  clock: 'Terminal’s clock',
  set: 'set',
  offset: 'clock was off by',
  testSale: 'Test sale',
  payment: 'payment',
  returned: 'given back',
  notReturned: 'NOT given back yet',
  failed: 'did not work',
  notTried: 'not tried',
  network: 'Network test',
  networkSteps: {
    place: 'payment service',
    name: 'name',
    connection: 'connection',
    encryption: 'certificate',
    answer: 'answer',
    clock: 'clock',
    terminal: 'terminal',
  },
  works: 'worked',
  poleDisplay: 'Pole display',
  noneSetUp: 'none set up',
  printsReceipts: 'prints receipts',
  portOpen: 'its port is open',
  portClosed: 'nothing is plugged in',
  reports: {
    nothing: 'reports nothing',
    status: 'reports its paper and its cover',
    end: 'reports each receipt that is printed',
    queue: 'printed by this computer, which reports the rest',
  },
  thisComputer: 'on this computer',
  unknown: 'not known',
  found: 'What was found',
  steps: 'What was done',
  step: 'Step',
  state: 'State',
  when: 'When',
  who: 'Who',
  checked: 'Done, and checked',
  stated: 'Done',
  skipped: 'Skipped',
  open: 'Not done',
  note: '“Checked” is what the program has seen itself; “Done” is what the person has stated. This report holds no key.',
  roles: { installer: 'Installer', manager: 'Manager' },
  stepNames: {
    service: 'Payment service and account',
    terminal: 'Terminal',
    clock: 'Terminal’s clock',
    printer: 'Receipt printer',
    scanner: 'Scanner',
    drawer: 'Cash drawer',
    display: 'Customer display',
    people: 'People and recovery code',
    test_sale: 'Test sale and its refund',
  },
}

const es: InstallationWords = {
  title: 'Informe de instalación',
  made: 'Hecho',
  by: 'por',
  kinds: {
    training: 'Práctica',
    sandbox: 'Práctica en un entorno de pruebas',
    live: 'Modo real',
    unknown: 'No se sabe si el dinero es real',
  },
  kindNotes: {
    training: 'No se mueve dinero real.',
    sandbox: 'No se mueve dinero real.',
    live: 'Las tarjetas se cobran de verdad.',
    unknown: 'El dinero cuenta como real hasta que el servicio diga otra cosa.',
  },
  shop: 'Tienda',
  counter: 'Caja',
  service: 'Servicio de pagos',
  account: 'Cuenta',
  reference: 'Versión de la API',
  terminal: 'Terminal',
  latency: 'Responde en',
  program: 'Programa',
  system: 'Sistema',
  disk: 'Espacio libre en disco',
  gigabytes: (count) => `${count} GB`,
  record: 'Registro de actividad',
  whole: 'completo',
  damaged: 'algo está mal en él',
  clock: 'Reloj de la terminal',
  set: 'ajustado',
  offset: 'se desviaba',
  testSale: 'Venta de prueba',
  payment: 'pago',
  returned: 'devuelta',
  notReturned: 'AÚN NO devuelta',
  failed: 'no funcionó',
  notTried: 'no se probó',
  network: 'Prueba de la red',
  networkSteps: {
    place: 'servicio de pagos',
    name: 'nombre',
    connection: 'conexión',
    encryption: 'certificado',
    answer: 'respuesta',
    clock: 'reloj',
    terminal: 'terminal',
  },
  works: 'funcionó',
  poleDisplay: 'Visor para el cliente',
  noneSetUp: 'no hay',
  printsReceipts: 'imprime los recibos',
  portOpen: 'su puerto está abierto',
  portClosed: 'no hay nada conectado',
  reports: {
    nothing: 'no informa de nada',
    status: 'informa del papel y de la tapa',
    end: 'informa de cada recibo impreso',
    queue: 'la imprime este equipo, que informa del resto',
  },
  thisComputer: 'en este equipo',
  unknown: 'no se sabe',
  found: 'Lo que se encontró',
  steps: 'Lo que se hizo',
  step: 'Paso',
  state: 'Estado',
  when: 'Cuándo',
  who: 'Quién',
  checked: 'Hecho y comprobado',
  stated: 'Hecho',
  skipped: 'Omitido',
  open: 'Sin hacer',
  note: '«Comprobado» es lo que el programa ha visto; «Hecho» es lo que ha declarado la persona. Este informe no contiene ninguna clave.',
  roles: { installer: 'Instalador', manager: 'Encargado' },
  stepNames: {
    service: 'Servicio de pagos y cuenta',
    terminal: 'Terminal',
    clock: 'Reloj de la terminal',
    printer: 'Impresora de recibos',
    scanner: 'Lector de códigos',
    drawer: 'Cajón de efectivo',
    display: 'Pantalla del cliente',
    people: 'Personas y código de recuperación',
    test_sale: 'Venta de prueba y su devolución',
  },
}

const fr: InstallationWords = {
  title: 'Rapport d’installation',
  made: 'Établi le',
  by: 'par',
  kinds: {
    training: 'Formation',
    sandbox: 'Formation dans un bac à sable',
    live: 'Mode réel',
    unknown: 'Argent réel ou non\u00a0: inconnu',
  },
  kindNotes: {
    training: 'Aucun argent réel ne circule.',
    sandbox: 'Aucun argent réel ne circule.',
    live: 'Les cartes sont vraiment débitées.',
    unknown: 'L’argent compte comme réel tant que le service ne dit pas le contraire.',
  },
  shop: 'Magasin',
  counter: 'Caisse',
  service: 'Service de paiement',
  account: 'Compte',
  reference: 'Version de l’API',
  terminal: 'Terminal',
  latency: 'Répond en',
  program: 'Programme',
  system: 'Système',
  disk: 'Espace disque libre',
  gigabytes: (count) => `${count} Go`,
  record: 'Journal d’activité',
  whole: 'complet',
  damaged: 'quelque chose n’y va pas',
  clock: 'Horloge du terminal',
  set: 'réglée',
  offset: 'elle se trompait de',
  testSale: 'Vente d’essai',
  payment: 'paiement',
  returned: 'remboursée',
  notReturned: 'PAS ENCORE remboursée',
  failed: 'n’a pas fonctionné',
  notTried: 'pas essayée',
  network: 'Test du réseau',
  networkSteps: {
    place: 'service de paiement',
    name: 'nom',
    connection: 'connexion',
    encryption: 'certificat',
    answer: 'réponse',
    clock: 'horloge',
    terminal: 'terminal',
  },
  works: 'a fonctionné',
  poleDisplay: 'Afficheur du client',
  noneSetUp: 'aucun appareil',
  printsReceipts: 'imprime les reçus',
  portOpen: 'son port est ouvert',
  portClosed: 'rien n’est branché',
  reports: {
    nothing: 'n’indique rien',
    status: 'indique l’état du papier et du capot',
    end: 'indique chaque reçu imprimé',
    queue: 'imprimée par cet ordinateur, qui rend compte du reste',
  },
  thisComputer: 'sur cet ordinateur',
  unknown: 'inconnu',
  found: 'Ce qui a été constaté',
  steps: 'Ce qui a été fait',
  step: 'Étape',
  state: 'État',
  when: 'Quand',
  who: 'Qui',
  checked: 'Fait et vérifié',
  stated: 'Fait',
  skipped: 'Ignoré',
  open: 'Pas fait',
  note: '«\u00a0Vérifié\u00a0» est ce que le programme a constaté lui-même\u00a0; «\u00a0Fait\u00a0» est ce que la personne a déclaré. Ce rapport ne contient aucune clé.',
  roles: { installer: 'Installateur', manager: 'Responsable' },
  stepNames: {
    service: 'Service de paiement et compte',
    terminal: 'Terminal',
    clock: 'Horloge du terminal',
    printer: 'Imprimante de reçus',
    scanner: 'Lecteur de codes',
    drawer: 'Tiroir-caisse',
    display: 'Écran du client',
    people: 'Personnes et code de secours',
    test_sale: 'Vente d’essai et son remboursement',
  },
}

export const installationWords: Readonly<Record<Language, InstallationWords>> = { en, es, fr }
