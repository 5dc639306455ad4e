import { type Language, moneyIn } from '../language.ts'
import { formatMoney } from '../money.ts'
import type { MoneyText } from './item-lines.ts'
import type { GivenOutcome } from './receipt-outcome.ts'

/** The texts of a receipt. A terminal prints in the language of its operation, mails are in the customer's language. */
export interface ReceiptWords {
  readonly money: MoneyText
  readonly sale: string
  readonly merchant: string
  readonly subtotal: string
  readonly discount: string
  readonly surcharge: string
  readonly tax: string
  readonly tip: string
  readonly total: string
  readonly approved: string
  readonly balanceDue: string
  readonly charged: string
  readonly credit: string
  readonly returned: string
  readonly void: string
  /** For a credit: the sale it is about, its payment, and what happened to the money. */
  readonly saleOf: string
  readonly payment: string
  readonly credited: string
  readonly voided: string
  readonly nothingCharged: string
  readonly notCharged: string
  readonly titles: Readonly<Record<GivenOutcome['title'], string>>
  readonly card: string
  readonly bankAccount: string
  readonly entry: string
  readonly authorization: string
  readonly application: string
  /** By entry mode. */
  readonly entries: Readonly<Record<string, string>>
  /** By the terminal's report of how the cardholder was verified; an unknown report is printed unchanged. */
  readonly verifications: Readonly<Record<string, string>>
  readonly signature: string
  readonly signatureOnFile: string
  readonly merchantCopy: string
  readonly customerCopy: string
  /** Replaces the receipt of a card if the service did not return it. */
  readonly detailsMissing: string
  readonly training: string
  readonly receiptNumber: string
  /** Before the number of the bill of which a card pays a part. */
  readonly partOf: string
  readonly cash: string
  readonly rounding: string
  readonly tendered: string
  readonly change: string
  readonly paid: string
  /** The tax that was in the price of the returned goods or added to it. */
  readonly taxInReturn: string
  readonly giftCard: string
  /** Before the number of the receipt whose goods were brought back in exchange for those on this one. */
  readonly broughtBack: string
  readonly exchangeCredit: string
  /** The new goods cost less: the rest to give back. */
  readonly exchangeRest: string
  /** Before the number of the receipt with the goods that were taken in exchange for the returned ones. */
  readonly exchangedFor: string
  readonly storeCredit: string
  /** The balance of a gift card after it has paid. */
  readonly leftOnCard: string
  /** On the slip of a gift card: how to use it. */
  readonly giftCardText: string
  /** The title of a receipt without prices. */
  readonly gift: string
  readonly giftText: string
}

const en: ReceiptWords = {
  money: formatMoney,
  sale: 'SALE',
  merchant: 'Merchant',
  subtotal: 'Subtotal',
  discount: 'Discount',
  surcharge: 'Surcharge',
  tax: 'Tax',
  tip: 'Tip',
  total: 'Total',
  approved: 'Approved',
  balanceDue: 'BALANCE DUE',
  charged: 'Charged',
  credit: 'CREDIT',
  returned: 'RETURNED',
  void: 'VOID',
  saleOf: 'Sale of',
  payment: 'Payment',
  credited: 'Credited to the card above.',
  voided: 'The sale was voided. Nothing is charged.',
  nothingCharged: 'nothing is charged',
  notCharged: 'The card was not charged.',
  titles: {
    APPROVED: 'APPROVED',
    PENDING: 'PENDING',
    VOIDED: 'VOIDED',
    RETURNED: 'RETURNED',
    DECLINED: 'DECLINED',
  },
  card: 'Card',
  bankAccount: 'Bank account',
  entry: 'Entry',
  authorization: 'Authorization',
  application: 'Application',
  entries: {
    EMVContact: 'Chip',
    Contactless: 'Contactless',
    Swipe: 'Swiped',
    FallbackSwipe: 'Swiped (fallback)',
    FallbackKeyed: 'Keyed (fallback)',
    keyed: 'Keyed',
    DigitalWallet: 'Digital wallet',
  },
  verifications: {},
  signature: 'Signature',
  signatureOnFile: 'Signature on file',
  merchantCopy: 'MERCHANT COPY',
  customerCopy: 'CUSTOMER COPY',
  detailsMissing: 'Its details could not be loaded. Ask for a new receipt.',
  training: 'TRAINING: no money was moved',
  receiptNumber: 'Receipt',
  partOf: 'Part of receipt',
  cash: 'Cash',
  rounding: 'Cash rounding',
  tendered: 'Cash tendered',
  change: 'Change',
  paid: 'PAID',
  taxInReturn: 'Including tax',
  giftCard: 'Gift card',
  broughtBack: 'Brought back from',
  exchangeCredit: 'Exchange credit',
  exchangeRest: 'To be given back',
  exchangedFor: 'Exchanged, receipt',
  storeCredit: 'Store credit',
  leftOnCard: 'Left on the card',
  giftCardText: 'Whoever has this code can spend it here. Keep it like cash.',
  gift: 'GIFT RECEIPT',
  giftText: 'Bring this receipt to exchange the gift.',
}

const es: ReceiptWords = {
  money: (amount, currency) => moneyIn('es', currency, amount),
  sale: 'VENTA',
  merchant: 'Comercio',
  subtotal: 'Subtotal',
  discount: 'Descuento',
  surcharge: 'Recargo',
  tax: 'Impuesto',
  tip: 'Propina',
  total: 'Total',
  approved: 'Aprobado',
  balanceDue: 'SALDO PENDIENTE',
  charged: 'Cobrado',
  credit: 'ABONO',
  returned: 'DEVUELTO',
  void: 'ANULACIÓN',
  saleOf: 'Venta del',
  payment: 'Pago',
  credited: 'Abonado a la tarjeta indicada arriba.',
  voided: 'La venta se anuló. No se cobra nada.',
  nothingCharged: 'no se cobra nada',
  notCharged: 'No se cobró nada a la tarjeta.',
  titles: {
    APPROVED: 'APROBADO',
    PENDING: 'PENDIENTE',
    VOIDED: 'ANULADO',
    RETURNED: 'DEVUELTO',
    DECLINED: 'RECHAZADO',
  },
  card: 'Tarjeta',
  bankAccount: 'Cuenta bancaria',
  entry: 'Lectura',
  authorization: 'Autorización',
  application: 'Aplicación',
  entries: {
    EMVContact: 'Chip',
    Contactless: 'Sin contacto',
    Swipe: 'Banda',
    FallbackSwipe: 'Banda (alternativa)',
    FallbackKeyed: 'Manual (alternativa)',
    keyed: 'Manual',
    DigitalWallet: 'Billetera digital',
  },
  verifications: {
    'Verified by PIN': 'Verificado con PIN',
    'Verified by device': 'Verificado con el dispositivo',
    'No signature required': 'Firma no requerida',
  },
  signature: 'Firma',
  signatureOnFile: 'Firma archivada',
  merchantCopy: 'COPIA DEL COMERCIO',
  customerCopy: 'COPIA DEL CLIENTE',
  detailsMissing: 'No se pudieron cargar sus datos. Pida un recibo nuevo.',
  training: 'PRÁCTICA: no se movió dinero',
  receiptNumber: 'Recibo',
  partOf: 'Parte del recibo',
  cash: 'Efectivo',
  rounding: 'Redondeo en efectivo',
  tendered: 'Efectivo entregado',
  change: 'Cambio',
  paid: 'PAGADO',
  taxInReturn: 'Impuesto incluido',
  giftCard: 'Tarjeta de regalo',
  broughtBack: 'Devuelto del recibo',
  exchangeCredit: 'Crédito por cambio',
  exchangeRest: 'Por devolver',
  exchangedFor: 'Cambiado, recibo',
  storeCredit: 'Crédito de la tienda',
  leftOnCard: 'Queda en la tarjeta',
  giftCardText: 'Quien tenga este código puede usarlo aquí. Guárdelo como si fuera efectivo.',
  gift: 'RECIBO DE REGALO',
  giftText: 'Traiga este recibo para cambiar el regalo.',
}

const fr: ReceiptWords = {
  money: (amount, currency) => moneyIn('fr', currency, amount),
  sale: 'VENTE',
  merchant: 'Commerçant',
  subtotal: 'Sous-total',
  discount: 'Remise',
  surcharge: 'Supplément',
  tax: 'Taxe',
  tip: 'Pourboire',
  total: 'Total',
  approved: 'Approuvé',
  balanceDue: 'SOLDE DÛ',
  charged: 'Débité',
  credit: 'CRÉDIT',
  returned: 'RETOURNÉ',
  void: 'ANNULATION',
  saleOf: 'Vente du',
  payment: 'Paiement',
  credited: 'Crédité sur la carte ci-dessus.',
  voided: 'La vente a été annulée. Rien n’est débité.',
  nothingCharged: 'rien n’est débité',
  notCharged: 'La carte n’a pas été débitée.',
  titles: {
    APPROVED: 'APPROUVÉ',
    PENDING: 'EN ATTENTE',
    VOIDED: 'ANNULÉ',
    RETURNED: 'RETOURNÉ',
    DECLINED: 'REFUSÉ',
  },
  card: 'Carte',
  bankAccount: 'Compte bancaire',
  entry: 'Lecture',
  authorization: 'Autorisation',
  application: 'Application',
  entries: {
    EMVContact: 'Puce',
    Contactless: 'Sans contact',
    Swipe: 'Bande',
    FallbackSwipe: 'Bande (secours)',
    FallbackKeyed: 'Saisie (secours)',
    keyed: 'Saisie',
    DigitalWallet: 'Portefeuille numérique',
  },
  verifications: {
    'Verified by PIN': 'Vérifié par NIP',
    'Verified by device': 'Vérifié par l’appareil',
    'No signature required': 'Signature non requise',
  },
  signature: 'Signature',
  signatureOnFile: 'Signature au dossier',
  merchantCopy: 'COPIE DU COMMERÇANT',
  customerCopy: 'COPIE DU CLIENT',
  detailsMissing: 'Ses détails n’ont pas pu être chargés. Demandez un nouveau reçu.',
  training: 'FORMATION\u00a0: aucun argent n’a été déplacé',
  receiptNumber: 'Reçu',
  partOf: 'Partie du reçu',
  cash: 'Comptant',
  rounding: 'Arrondi du comptant',
  tendered: 'Comptant remis',
  change: 'Monnaie',
  paid: 'PAYÉ',
  taxInReturn: 'Dont taxe',
  giftCard: 'Carte-cadeau',
  broughtBack: 'Rapporté du reçu',
  exchangeCredit: 'Avoir d’échange',
  exchangeRest: 'À rendre',
  exchangedFor: 'Échangé, reçu',
  storeCredit: 'Crédit en magasin',
  leftOnCard: 'Reste sur la carte',
  giftCardText: 'Quiconque a ce code peut l’utiliser ici. Gardez-le comme de l’argent.',
  gift: 'REÇU CADEAU',
  giftText: 'Présentez ce reçu pour échanger le cadeau.',
}

export const receiptWords: Readonly<Record<Language, ReceiptWords>> = { en, es, fr }
