import type { Language } from '../language.ts'
import type { Difference } from '../pos/report/compare.ts'

/** The texts of a report. */
export interface ReportWords {
  readonly x: string
  readonly z: string
  readonly from: string
  readonly to: string
  readonly printed: string
  readonly sales: string
  readonly gross: string
  readonly discounts: string
  readonly net: string
  readonly tax: string
  readonly tips: string
  readonly surcharges: string
  readonly rounding: string
  readonly collected: string
  readonly returns: string
  readonly givenBack: string
  /** A note on what the sum of returns leaves out. */
  readonly returnsOnly: string
  readonly unresolved: string
  readonly voids: string
  readonly methods: string
  readonly methodNames: Readonly<Record<'card' | 'cash' | 'gift_card' | 'exchange', string>>
  /** Amounts put on gift cards, which are owed to their holders. */
  readonly giftCardsSold: string
  readonly brands: string
  readonly hours: string
  readonly items: string
  readonly typed: string
  readonly categories: string
  readonly noCategory: string
  readonly taxes: string
  readonly inPrice: string
  readonly tipsBy: string
  readonly nobody: string
  readonly drawer: string
  readonly float: string
  readonly cashSales: string
  readonly cashBack: string
  readonly paidIn: string
  readonly drops: string
  readonly payouts: string
  readonly expected: string
  readonly counted: string
  readonly over: string
  readonly short: string
  readonly service: string
  readonly notChecked: string
  readonly atService: string
  readonly elsewhere: string
  readonly settled: string
  readonly unsettled: string
  readonly fees: string
  readonly unmatched: string
  readonly agrees: string
  readonly differences: string
  readonly kinds: Readonly<Record<Difference['kind'], string>>
  readonly unreadable: string
}

const en: ReportWords = {
  x: 'X report (nothing is closed)',
  z: 'Z report',
  from: 'From',
  to: 'To',
  printed: 'Closed',
  sales: 'Sales',
  gross: 'At full price',
  discounts: 'Discounts',
  net: 'Sales without tax',
  tax: 'Tax',
  tips: 'Tips',
  surcharges: 'Surcharges',
  rounding: 'Cash rounding',
  collected: 'Collected',
  returns: 'Returns',
  givenBack: 'Given back',
  returnsOnly:
    'Given back counts returns by receipt. What was refunded under Payments is named under Payment service, where the sale was made here.',
  unresolved: 'Not known yet',
  voids: 'Undone before the end',
  methods: 'How it was paid',
  methodNames: { card: 'Card', cash: 'Cash', gift_card: 'Gift card', exchange: 'Exchange' },
  giftCardsSold: 'Gift cards sold (owed to their holders)',
  brands: 'Cards',
  hours: 'By hour',
  items: 'Items',
  typed: 'Custom amount',
  categories: 'Categories',
  noCategory: 'No category',
  taxes: 'Tax rates',
  inPrice: 'in price',
  tipsBy: 'Tips by person',
  nobody: 'Nobody signed in',
  drawer: 'Cash drawer',
  float: 'Float',
  cashSales: 'Cash sales',
  cashBack: 'Cash given back',
  paidIn: 'Paid in',
  drops: 'Drops',
  payouts: 'Paid out',
  expected: 'Expected',
  counted: 'Counted',
  over: 'Over',
  short: 'Short',
  service: 'Payment service',
  notChecked: 'NOT CHECKED: the payment service did not answer. Card figures are this counter’s own.',
  atService: 'Cards, all counters',
  elsewhere: 'of which not at this counter',
  settled: 'In a settlement',
  unsettled: 'Not settled yet',
  fees: 'Fees',
  unmatched: 'Unmatched settlements',
  agrees: 'Agrees with this counter to the cent.',
  differences: 'DIFFERENCES',
  kinds: {
    not_at_service: 'Paid here, unknown to the payment service',
    amount_differs: 'Another amount at the payment service',
    not_in_book: 'At the payment service, missing here',
    returned_elsewhere: 'Given back elsewhere, such as under Payments',
    return_not_at_service: 'Given back here, not at the payment service',
    cash_not_in_ledger: 'Cash of the sale differs from the drawer’s record',
    cash_not_in_book: 'In the drawer’s record, no such sale',
  },
  unreadable: 'Lines that cannot be read; they are in no figure',
}

const es: ReportWords = {
  x: 'Informe X (no cierra nada)',
  z: 'Informe Z',
  from: 'Desde',
  to: 'Hasta',
  printed: 'Cerrado',
  sales: 'Ventas',
  gross: 'A precio completo',
  discounts: 'Descuentos',
  net: 'Ventas sin impuestos',
  tax: 'Impuestos',
  tips: 'Propinas',
  surcharges: 'Recargos',
  rounding: 'Redondeo de efectivo',
  collected: 'Cobrado',
  returns: 'Devoluciones',
  givenBack: 'Devuelto',
  returnsOnly:
    'Devuelto cuenta las devoluciones con recibo. Lo reembolsado en Pagos aparece en Servicio de pagos, si la venta se hizo aquí.',
  unresolved: 'Aún no se sabe',
  voids: 'Deshecho antes de terminar',
  methods: 'Cómo se pagó',
  methodNames: { card: 'Tarjeta', cash: 'Efectivo', gift_card: 'Tarjeta de regalo', exchange: 'Cambio' },
  giftCardsSold: 'Tarjetas de regalo vendidas (se deben a quien las tiene)',
  brands: 'Tarjetas',
  hours: 'Por hora',
  items: 'Artículos',
  typed: 'Importe tecleado',
  categories: 'Categorías',
  noCategory: 'Sin categoría',
  taxes: 'Tasas de impuesto',
  inPrice: 'en el precio',
  tipsBy: 'Propinas por persona',
  nobody: 'Sin sesión iniciada',
  drawer: 'Cajón de efectivo',
  float: 'Fondo',
  cashSales: 'Ventas en efectivo',
  cashBack: 'Efectivo devuelto',
  paidIn: 'Ingresado',
  drops: 'Retirado',
  payouts: 'Pagado',
  expected: 'Esperado',
  counted: 'Contado',
  over: 'Sobra',
  short: 'Falta',
  service: 'Servicio de pagos',
  notChecked:
    'SIN COMPROBAR: el servicio de pagos no respondió. Las cifras de tarjetas son las de esta caja.',
  atService: 'Tarjetas, todas las cajas',
  elsewhere: 'de ellas, en otro lugar',
  settled: 'En una liquidación',
  unsettled: 'Aún sin liquidar',
  fees: 'Comisiones',
  unmatched: 'Liquidaciones sin correspondencia',
  agrees: 'Coincide con esta caja al centavo.',
  differences: 'DIFERENCIAS',
  kinds: {
    not_at_service: 'Pagado aquí, desconocido en el servicio de pagos',
    amount_differs: 'Otro importe en el servicio de pagos',
    not_in_book: 'En el servicio de pagos, falta aquí',
    returned_elsewhere: 'Devuelto en otro lugar, como en Pagos',
    return_not_at_service: 'Devuelto aquí, no en el servicio de pagos',
    cash_not_in_ledger: 'El efectivo de la venta difiere del registro del cajón',
    cash_not_in_book: 'En el registro del cajón, sin esa venta',
  },
  unreadable: 'Líneas ilegibles; no están en ninguna cifra',
}

const fr: ReportWords = {
  x: 'Rapport X (rien n’est clos)',
  z: 'Rapport Z',
  from: 'De',
  to: 'À',
  printed: 'Clos',
  sales: 'Ventes',
  gross: 'Au plein tarif',
  discounts: 'Remises',
  net: 'Ventes hors taxes',
  tax: 'Taxes',
  tips: 'Pourboires',
  surcharges: 'Suppléments',
  rounding: 'Arrondi du comptant',
  collected: 'Encaissé',
  returns: 'Retours',
  givenBack: 'Rendu',
  returnsOnly:
    'Rendu compte les retours avec reçu. Ce qui a été remboursé sous Paiements figure sous Service de paiement, si la vente a été faite ici.',
  unresolved: 'Pas encore connu',
  voids: 'Annulé avant la fin',
  methods: 'Moyens de paiement',
  methodNames: { card: 'Carte', cash: 'Comptant', gift_card: 'Carte-cadeau', exchange: 'Échange' },
  giftCardsSold: 'Cartes-cadeaux vendues (dues à leurs porteurs)',
  brands: 'Cartes',
  hours: 'Par heure',
  items: 'Articles',
  typed: 'Montant saisi',
  categories: 'Catégories',
  noCategory: 'Sans catégorie',
  taxes: 'Taux de taxe',
  inPrice: 'incluse',
  tipsBy: 'Pourboires par personne',
  nobody: 'Sans connexion',
  drawer: 'Tiroir-caisse',
  float: 'Fond de caisse',
  cashSales: 'Ventes au comptant',
  cashBack: 'Comptant rendu',
  paidIn: 'Ajouté',
  drops: 'Retiré',
  payouts: 'Dépensé',
  expected: 'Attendu',
  counted: 'Compté',
  over: 'En trop',
  short: 'Manque',
  service: 'Service de paiement',
  notChecked:
    'NON VÉRIFIÉ : le service de paiement n’a pas répondu. Les chiffres des cartes sont ceux de cette caisse.',
  atService: 'Cartes, toutes les caisses',
  elsewhere: 'dont hors de cette caisse',
  settled: 'Dans un règlement',
  unsettled: 'Pas encore réglé',
  fees: 'Frais',
  unmatched: 'Règlements sans correspondance',
  agrees: 'Concorde avec cette caisse au cent près.',
  differences: 'ÉCARTS',
  kinds: {
    not_at_service: 'Payé ici, inconnu du service de paiement',
    amount_differs: 'Autre montant au service de paiement',
    not_in_book: 'Au service de paiement, absent ici',
    returned_elsewhere: 'Rendu ailleurs, par exemple sous Paiements',
    return_not_at_service: 'Rendu ici, pas au service de paiement',
    cash_not_in_ledger: 'Le comptant de la vente diffère du registre du tiroir',
    cash_not_in_book: 'Dans le registre du tiroir, sans cette vente',
  },
  unreadable: 'Lignes illisibles ; elles ne sont dans aucun chiffre',
}

export const reportWords: Readonly<Record<Language, ReportWords>> = { en, es, fr }
