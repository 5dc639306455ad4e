import type { Language } from '../../src-shared/language.ts'

/** The texts of our messages. Names, amounts and dates are passed in already formatted. */
export interface MessageWords {
  readonly receiptSubject: (merchant: string, amount: string) => string
  readonly linkSubject: (merchant: string, amount: string) => string
  readonly linkTitle: (merchant: string) => string
  readonly pay: (amount: string) => string
  readonly discount: string
  readonly subtotal: string
  /** The total of all lines if the link pays only a part of it, and the part that it does not pay. */
  readonly whole: string
  readonly elsewhere: string
  readonly total: string
  readonly validUntil: (time: string) => string
  readonly mayBearSurcharge: string
  /** Warns against paying a stranger by mistake. */
  readonly unexpected: (merchant: string) => string
  readonly training: string
  /** Fits in one SMS if the merchant's name allows. No period after the URL: it would become part of the URL. */
  readonly linkSms: (merchant: string, amount: string, url: string) => string
  readonly receiptSms: (merchant: string, amount: string, url: string) => string
  readonly receiptText: (merchant: string, amount: string, facts: string) => string
  readonly receiptGone: string
  readonly receiptGoneText: string
  readonly trainingSms: string
  readonly signInSubject: (name: string) => string
  readonly signInTitle: (firstName: string, name: string) => string
  readonly signIn: string
  readonly signInOnce: string
  readonly signInUnexpected: string
}

const en: MessageWords = {
  receiptSubject: (merchant, amount) => `Receipt from ${merchant} for ${amount}`,
  linkSubject: (merchant, amount) => `Payment request from ${merchant} for ${amount}`,
  linkTitle: (merchant) => `${merchant} asks you to pay`,
  pay: (amount) => `Pay ${amount}`,
  discount: 'Discount',
  subtotal: 'Subtotal',
  whole: 'Whole order',
  elsewhere: 'Not in this payment',
  total: 'Total',
  validUntil: (time) => `The link is valid until ${time}.`,
  mayBearSurcharge: 'A surcharge may apply to credit cards. You will see it before you pay.',
  unexpected: (merchant) =>
    `Not expecting this? Do not pay, and ask ${merchant}. Whoever has this link can see the request and pay it.`,
  training: 'TRAINING: no money will be moved',
  linkSms: (merchant, amount, url) => `${merchant}: pay ${amount} here ${url}`,
  receiptSms: (merchant, amount, url) => `${merchant}: your receipt for ${amount} ${url}`,
  receiptText: (merchant, amount, facts) => `${merchant}: your receipt for ${amount}. ${facts}`,
  receiptGone: 'This receipt is no longer available',
  receiptGoneText: 'The link has expired. Ask the shop for another one.',
  trainingSms: 'TRAINING. ',
  signInSubject: (name) => `Your sign-in link for ${name}`,
  signInTitle: (firstName, name) => `Hello ${firstName}, here is your sign-in link for ${name}`,
  signIn: 'Sign in',
  signInOnce: 'The link works once, within 15 minutes. A newer one takes its place.',
  signInUnexpected: 'Did not ask for this? Ignore this e-mail, and do not share the link.',
}

const es: MessageWords = {
  receiptSubject: (merchant, amount) => `Recibo de ${merchant} por ${amount}`,
  linkSubject: (merchant, amount) => `Solicitud de pago de ${merchant} por ${amount}`,
  linkTitle: (merchant) => `${merchant} le pide un pago`,
  pay: (amount) => `Pagar ${amount}`,
  discount: 'Descuento',
  subtotal: 'Subtotal',
  whole: 'Pedido completo',
  elsewhere: 'No en este pago',
  total: 'Total',
  validUntil: (time) => `El enlace vale hasta el ${time}.`,
  mayBearSurcharge: 'Las tarjetas de crédito pueden llevar un recargo. Lo verá antes de pagar.',
  unexpected: (merchant) =>
    `¿No sabe de qué se trata? No pague y pregunte a ${merchant}. Quien tenga este enlace puede ver la solicitud y pagarla.`,
  training: 'PRÁCTICA: no se moverá dinero',
  linkSms: (merchant, amount, url) => `${merchant}: pague ${amount} aquí ${url}`,
  receiptSms: (merchant, amount, url) => `${merchant}: su recibo por ${amount} ${url}`,
  receiptText: (merchant, amount, facts) => `${merchant}: su recibo por ${amount}. ${facts}`,
  receiptGone: 'Este recibo ya no está disponible',
  receiptGoneText: 'El enlace ha vencido. Pida otro en la tienda.',
  trainingSms: 'PRÁCTICA. ',
  signInSubject: (name) => `Su enlace de acceso a ${name}`,
  signInTitle: (firstName, name) => `Hola, ${firstName}: este es su enlace de acceso a ${name}`,
  signIn: 'Iniciar sesión',
  signInOnce: 'El enlace sirve una sola vez, en los próximos 15 minutos. Uno más reciente lo sustituye.',
  signInUnexpected: '¿No lo ha pedido? Ignore este correo y no comparta el enlace con nadie.',
}

const fr: MessageWords = {
  receiptSubject: (merchant, amount) => `Reçu de ${merchant}\u00a0: ${amount}`,
  linkSubject: (merchant, amount) => `Demande de paiement de ${merchant}\u00a0: ${amount}`,
  linkTitle: (merchant) => `${merchant} vous demande un paiement`,
  pay: (amount) => `Payer ${amount}`,
  discount: 'Remise',
  subtotal: 'Sous-total',
  whole: 'Commande complète',
  elsewhere: 'Pas dans ce paiement',
  total: 'Total',
  validUntil: (time) => `Le lien est valable jusqu’au ${time}.`,
  mayBearSurcharge: 'Un supplément peut s’appliquer aux cartes de crédit. Vous le verrez avant de payer.',
  unexpected: (merchant) =>
    `Vous ne savez pas de quoi il s’agit\u00a0? Ne payez pas et demandez à ${merchant}. Quiconque a ce lien peut voir la demande et la payer.`,
  training: 'FORMATION\u00a0: aucun argent ne sera déplacé',
  linkSms: (merchant, amount, url) => `${merchant} : payez ${amount} ici ${url}`,
  receiptSms: (merchant, amount, url) => `${merchant} : votre reçu de ${amount} ${url}`,
  receiptText: (merchant, amount, facts) => `${merchant} : votre reçu de ${amount}. ${facts}`,
  receiptGone: 'Ce reçu n’est plus disponible',
  receiptGoneText: 'Le lien a expiré. Demandez-en un autre au commerce.',
  trainingSms: 'FORMATION. ',
  signInSubject: (name) => `Votre lien de connexion à ${name}`,
  signInTitle: (firstName, name) => `Bonjour ${firstName}, voici votre lien de connexion à ${name}`,
  signIn: 'Se connecter',
  signInOnce: 'Le lien sert une seule fois, dans les 15 minutes. Un lien plus récent le remplace.',
  signInUnexpected:
    'Vous ne l’avez pas demandé\u00a0? Ignorez ce courriel et ne transmettez le lien à personne.',
}

export const messageWords: Readonly<Record<Language, MessageWords>> = { en, es, fr }
