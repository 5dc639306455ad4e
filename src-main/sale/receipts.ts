import type { Payment, ReceiptData } from '../../src-shared/api/schemas/payment.ts'
import { localStamp, ownTimeZone } from '../../src-shared/local-time.ts'
import { createNewestEntries } from '../../src-shared/newest.ts'
import { languageFor } from '../../src-shared/pos/customer/customer.ts'
import { orderDetailsOf, taxInSale } from '../../src-shared/pos/order/order-details.ts'
import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'
import type { SaleAnswer } from '../../src-shared/pos/sale/sale-events.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { paymentReceipt, type ReceiptCopy } from '../../src-shared/receipt/receipt.ts'
import { type GivenOutcome, receiptOutcome } from '../../src-shared/receipt/receipt-outcome.ts'
import { markTraining } from '../../src-shared/receipt/receipt-parts.ts'
import type { ShopFacts } from '../../src-shared/receipt/return-receipt.ts'
import {
  contactIn,
  type ShopContact,
  unknownContact,
  withoutGaps,
} from '../../src-shared/receipt/shop-contact.ts'
import { pause } from '../async/pause.ts'
import type { Log } from '../log.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'

/** Makes the approved sale's receipt: its lines, and the signature as a picture. */
export interface ReceiptLoader {
  /** Keeps a payment that the service sent, so that its receipt needs no further request. */
  remember(payment: Payment): void
  load(sale: SaleFacts, paymentId: string): Promise<SaleAnswer | null>
}

/**
 * Maximum age of a sale whose receipt data are passed on, in ms: an answer may come days later, when the shop has
 * moved.
 */
const newsMs = 24 * 60 * 60_000

const pausesMs = [500, 2_000, 5_000, 15_000] as const

export function createReceiptLoader(options: {
  readonly client: ClientSource
  readonly shop: () => ShopFacts
  /** Called with the terminal's receipt data of a recent sale. */
  readonly onPrinted: (data: ReceiptData) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
}): ReceiptLoader {
  /** The payments of the present sale, which has few attempts. */
  const known = createNewestEntries<Payment>(20)

  async function find(paymentId: string): Promise<Payment | null> {
    for (const pauseMs of [...pausesMs, null]) {
      const payment = known.get(paymentId)
      if (payment !== undefined) return payment
      const found = await callService(options.client, 'payments.get', { params: { id: paymentId } })
      if (found.ok) return found.value
      if (pauseMs !== null) await pause(pauseMs)
    }
    return null
  }

  return {
    remember: (payment) => known.set(payment.id, payment),
    async load(sale, paymentId) {
      const payment = await find(paymentId)
      if (payment === null) return null
      const outcome = receiptOutcome(payment)
      if (outcome.kind === 'none') {
        options.log.error({ payment_id: paymentId, status: payment.status }, 'sale.without_receipt')
        return null
      }
      const printed = payment.terminal_details?.receipt_data
      if (printed !== undefined && options.now() - Date.parse(sale.started_at) < newsMs)
        options.onPrinted(printed)
      const shop = options.shop()
      return {
        kind: 'receipt_loaded',
        receipt: cardReceipt(payment, outcome, sale, {
          ...shop,
          language: languageFor(sale.customer, shop.language),
        }),
        signature: await signatureOf(payment, options.log),
      }
    },
  }
}

/** A card payment's receipt: the customer's or merchant's copy, or the part below its bill's receipt on one paper. */
export const cardReceipt = (
  payment: Payment,
  outcome: GivenOutcome,
  sale: SaleFacts,
  shop: ShopFacts,
  copy: ReceiptCopy | 'below_bill' = 'customer',
): readonly ReceiptLine[] =>
  markTraining(
    shop.training && copy !== 'below_bill',
    paymentReceipt({
      receiptData: terminalsData(payment, shop) ?? {
        ...plainData(payment, shop),
        order_note: sale.note,
        items: sale.order === null ? '' : JSON.stringify(orderDetailsOf(sale.order, shop.language).items),
      },
      payment,
      outcome,
      intent: {
        tip_amount: sale.tip,
        tax_amount: taxInSale(sale),
        surcharge_amount: sale.surcharge,
        order_details: {
          bill: sale.bill,
          ...(sale.order === null ? {} : { taxes: orderDetailsOf(sale.order).taxes }),
        },
      },
      copy: copy === 'below_bill' ? 'customer' : copy,
      belowBill: copy === 'below_bill',
      language: shop.language,
    }),
    shop.language,
  )

/** A signature that cannot be read is not shown; the payment stands. */
async function signatureOf(payment: Payment, log: Log): Promise<string | null> {
  const signature = payment.terminal_details?.signature ?? payment.signature
  if (!signature) return null
  const { decodeSignature } = await import('../terminal/signature/decode-signature.ts')
  const picture = await decodeSignature(signature)
  if (picture.ok) return picture.value
  log.warn({ payment_id: payment.id, detail: picture.error }, 'sale.signature_unreadable')
  return null
}

/**
 * The terminal's receipt data. What they lack of name, address and phone comes from this counter. Their time is in the
 * account's time zone: if the shop has another one, the shop's is used, so that the papers of one sale agree. Null
 * without receipt data.
 */
export function terminalsData(
  { terminal_details, created_at }: Payment,
  { merchant, contact = unknownContact, timeZone = ownTimeZone() }: ShopFacts,
): ReceiptData | null {
  const data = terminal_details?.receipt_data
  if (data === undefined) return null
  return {
    ...data,
    dba: data.dba || merchant,
    date_time: stampInShop(data.date_time, localStamp(Date.parse(created_at), timeZone)),
    ...dataOf(withoutGaps(contactIn(data), contact)),
  }
}

/** Maximum time between a payment and its receipt, in ms. */
const soonMs = 10 * 60_000

/** The printed time, to the second, if it is in the shop's time zone; otherwise the time of the payment. */
const stampInShop = (printed: string, made: string): string =>
  Math.abs(msOf(printed) - msOf(made)) <= soonMs ? printed : made

/** Milliseconds of a YYYYMMDDHHMMSS stamp, for differences only; NaN for other text. */
const msOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))

const dataOf = ({ address1, address2, phone }: ShopContact) => ({
  address1,
  address_1: address1,
  address2,
  address_2: address2,
  phone,
})

/** Receipt data for a payment that has none from a terminal. */
export const plainData = (
  payment: Payment,
  { merchant, contact = unknownContact, timeZone = ownTimeZone() }: ShopFacts,
): ReceiptData => ({
  dba: merchant,
  ...dataOf(contact),
  header: '',
  order_note: '',
  date_time: localStamp(Date.parse(payment.created_at), timeZone),
  items: '',
  name_on_card: '',
  footer: '',
})
