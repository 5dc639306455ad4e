import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { countIn } from '../../../src-shared/pos/bill/numbering.ts'
import { receiptNumberOf } from '../../../src-shared/pos/bill/receipt-number-of.ts'
import { type ClientSource, callService } from '../../service-calls/call-service.ts'
import { pagesUntil } from '../../service-calls/pages.ts'
import { isGivenElsewhere, type NumberedPayment } from './given-elsewhere.ts'
import type { ReceiptNumbers } from './receipt-numbers.ts'

/** Maximum number of payments read in one look, plus up to a page; the next look continues. */
const most = 1_000
/** Maximum clock difference between the nodes of a service, in ms. */
const marginMs = 5 * 60_000

/**
 * Compares the receipt numbers of the service's payments with this counter's, the newest first: at first back to the
 * time until which a former run has compared them, later the payments made since the last look.
 * @returns a function that looks once, and returns whether another counter gives numbers of this counter's series
 */
export function createPaymentsLook(
  client: ClientSource,
  numbers: Pick<ReceiptNumbers, 'present' | 'isOwn' | 'areOwnKnown' | 'compared'>,
): () => Promise<boolean> {
  /**
   * Older payments have been compared. Null if no run has recorded it: then back to a former run's payment of the
   * series.
   */
  let compared = numbers.present().compared ?? null
  /** The newest payment of the last look: the payments before it in the list were made since. */
  let newest: PaymentIntent | null = null
  /** The payment from which the next look continues: those before it in the list have been compared. Null for none. */
  let left: string | null = null

  const isOfFormerRun = (intent: PaymentIntent): boolean =>
    compared !== null
      ? isBefore(intent, compared)
      : countIn(numbers.present().series, receiptNumberOf(intent) ?? '') !== null && !isOwn(intent)
  const isOwn = ({ reference_id }: PaymentIntent) => reference_id !== null && numbers.isOwn(reference_id)
  /** Uses the present numbers: this counter may have sold while the service was asked. */
  const isProof = (intents: readonly PaymentIntent[], isNew: boolean): boolean =>
    isGivenElsewhere(
      numbers.present(),
      intents.flatMap((intent) => numbered(intent, isNew)),
      numbers.isOwn,
    )

  async function read(from: string | null, isEnough: (intent: PaymentIntent) => boolean, upTo: number) {
    const found = await pagesUntil<PaymentIntent>(
      (all, page) => isProof(page, false) || page.some(isEnough) || all.length >= upTo,
      (query) => callService(client, 'payment_intents.list', { query }),
      from,
    )
    if (!found.ok) return found.error.kind === 'refused' ? 'refused' : 'no_answer'
    const { rows: intents, next } = found.value
    if (isProof(intents, false)) return 'proof'
    return { intents, next, after: intents.some(isEnough) ? null : next }
  }

  return async () => {
    const last = newest
    const isEnough = (intent: PaymentIntent) =>
      last === null ? isOfFormerRun(intent) : intent.id === last.id || isBefore(intent, last.created_at)
    const found = await read(null, isEnough, most)
    if (typeof found === 'string') return found === 'proof'
    newest = found.intents[0] ?? null
    const place = found.intents.findIndex(({ id }) => id === last?.id)
    if (place >= 0) {
      if (isProof(found.intents.slice(0, place), numbers.areOwnKnown())) return true
    } else if (last !== null) {
      // A restored service may have lost that payment: as at the first look, its payments may be older than this run.
      left = found.intents.some(isOfFormerRun) ? null : found.next
    } else left = found.after
    if (left !== null && found.intents.length < most) {
      const older = await read(left, isOfFormerRun, most - found.intents.length)
      if (older === 'proof') return true
      // The payment to continue from may be gone: the next look starts from the beginning.
      if (older === 'refused') newest = null
      if (typeof older === 'string') return false
      left = older.after
    }
    if (left === null && newest !== null) {
      compared = newest.created_at
      numbers.compared(compared)
    }
    return false
  }
}

const isBefore = ({ created_at }: PaymentIntent, time: string): boolean =>
  Date.parse(created_at) < Date.parse(time) - marginMs

function numbered(intent: PaymentIntent, isNew: boolean): readonly NumberedPayment[] {
  const number = receiptNumberOf(intent)
  if (number === null) return []
  return [{ number, reference: intent.reference_id, isCaptured: intent.status === 'captured', isNew }]
}
