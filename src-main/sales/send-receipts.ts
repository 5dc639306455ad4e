import type { CallFailure } from '../../src-shared/api/client.ts'
import { printedCard } from '../../src-shared/payments/card-name.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import type { callService } from '../service-calls/call-service.ts'
import { detailOf, hasReplied, reasonOf } from '../service-calls/failures.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'

export type SendAnswer = Awaited<
  ReturnType<typeof callService<'payment_intents.send_receipt' | 'payment_intents.send_receipt_sms'>>
>

/** A card that has paid, in a bill or before it is in one. */
export type PaidCard = Pick<SaleIn<'approved'>, 'sale' | 'payment'>

/** The card's name on one line of a counter's screen. */
export const nameOfCard = ({ payment: { brand, last_four } }: Pick<PaidCard, 'payment'>): string =>
  printedCard(brand, last_four).replace('**** ', '****\u00a0')

/** Requests the receipt of one card's payment, by e-mail or SMS. */
interface ReceiptRequest {
  readonly params: { readonly id: string }
  readonly idempotencyKey: string
}

type SentReceipts = Result<{ readonly sent: boolean; readonly message: string }, CommandRefusal>

/**
 * Sends the receipts of the cards that paid one bill.
 * @param to the channel and the address
 * @param send requests one receipt
 */
export type ReceiptSender = <Card extends PaidCard>(
  to: string,
  cards: readonly Card[],
  send: (request: ReceiptRequest, card: Card) => Promise<SendAnswer>,
) => Promise<SentReceipts>

interface SenderOptions {
  /** Creates the name of a request. */
  readonly newId: () => string
  readonly log: Log
}

/**
 * The service sends a receipt for each card's payment. A failed one does not hold up the others. Pressing again after a
 * failure continues: sent receipts are not sent again, and a request without an answer is repeated with the same key.
 * Pressing again after all were sent sends all of them once more.
 */
export function receiptSender({ newId, log }: SenderOptions): ReceiptSender {
  /** By address and intent: the key of its request; null once it was sent. */
  const unended = new Map<string, string | null>()

  return async (to, cards, send) => {
    const nameOf = ({ sale }: PaidCard) => `${to} ${sale.intent_id}`
    const failed: Failed[] = []
    let waitsInVain = false
    for (const card of cards) {
      const name = nameOf(card)
      const known = unended.get(name)
      if (known === null) continue
      if (waitsInVain) {
        failed.push({ card, sent: null })
        continue
      }
      const key = known ?? newId()
      unended.set(name, key)
      const request = { params: { id: card.sale.intent_id ?? '' }, idempotencyKey: key }
      const sent = await send(request, card)
      if (sent.ok && sent.value.success) {
        unended.set(name, null)
        continue
      }
      if (!sent.ok)
        log.warn({ detail: detailOf(sent.error), intent: card.sale.intent_id }, 'sales.receipt_not_sent')
      failed.push({ card, sent })
      // Without a decision the receipt may have been sent, and the service would not answer for the others either.
      waitsInVain = !sent.ok && !isFinalReply(sent.error)
      // The answer ends this request: the next press is another one.
      if (!waitsInVain) unended.delete(name)
    }
    if (failed.length > 0) return failureOf(failed, cards.length > 1)
    for (const card of cards) unended.delete(nameOf(card))
    return ok({ sent: true, message: '' })
  }
}

interface Failed {
  readonly card: PaidCard
  /** Null: not tried, because an earlier request was not answered. */
  readonly sent: SendAnswer | null
}

/** Each outcome is in the service's words, also that it may have been sent. Several cards are named individually. */
function failureOf(failed: readonly Failed[], areNamed: boolean): SentReceipts {
  const [first] = failed
  if (!areNamed && first?.sent?.ok === false) return err(serviceRefusal(first.sent.error))
  const reasons = failed.map(({ card, sent }) =>
    [areNamed ? nameOfCard(card) : '', sent?.ok ? sent.value.message : ''].filter(Boolean).join(': '),
  )
  return ok({ sent: false, message: reasons.join(' · ') })
}

/** Whether the reply ends the request. If the service was only too busy, such as at a rate limit, the request continues. */
const isFinalReply = (failure: CallFailure): boolean =>
  hasReplied(failure) && reasonOf(failure) !== 'service_unreachable'
