import type { CallFailure } from '../../src-shared/api/client.ts'
import type { PosResult } from '../../src-shared/pos/commands.ts'
import { languageFor } from '../../src-shared/pos/customer.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { err, ok } from '../../src-shared/result.ts'
import { callService } from '../sale/calls.ts'
import { serviceRefusal } from '../service-refusal.ts'
import { detailOf, isAnswered, reasonOf } from '../terminal/failures.ts'
import { type CardTender, cardsOf, nameOfCard, type ReceiptContext } from './give-receipt.ts'

type SendAnswer = Awaited<ReturnType<typeof callService<'payment_intents.send_receipt'>>>

export type ReceiptMail = (sale: SoldSale, email: string) => Promise<PosResult<'receipts.email'>>

/**
 * The service sends receipts of payments: of each card its own. Cash has none there. One that fails holds up none of the
 * others. A press after a failure goes on with what is left: what was sent is not sent again, and what was not answered
 * is the same request. A press after all were sent sends all of them once more.
 */
export function receiptMail(context: ReceiptContext): ReceiptMail {
  /** By bill and address: of each payment the key of its request, and null once it was sent. */
  const unended = new Map<string, Map<string, string | null>>()

  return async ({ bill }, email) => {
    const { client, shop, newId, log } = context
    const cards = cardsOf(bill)
    if (cards.length === 0) return err({ code: 'not_available', message: 'no card has paid it' })
    const name = `${bill.id} ${email}`
    const keys = unended.get(name) ?? new Map<string, string | null>()
    unended.set(name, keys)
    const failed: Failed[] = []
    let waitsInVain = false
    for (const card of cards) {
      const { sale } = card
      const id = sale.intent_id ?? ''
      const known = keys.get(id)
      if (known === null) continue
      if (waitsInVain) {
        failed.push({ card, sent: null })
        continue
      }
      const key = known ?? newId()
      keys.set(id, key)
      const sent = await callService(client, 'payment_intents.send_receipt', {
        params: { id },
        body: { email_override: email, locale: languageFor(sale.customer, shop().language) },
        idempotencyKey: key,
      })
      if (sent.ok && sent.value.success) {
        keys.set(id, null)
        continue
      }
      if (!sent.ok)
        log.warn({ detail: detailOf(sent.error), intent: sale.intent_id }, 'sales.receipt_not_sent')
      failed.push({ card, sent })
      // While a request is under way, and after a fault, it may have left; the others would wait in vain.
      waitsInVain = !sent.ok && !isJudged(sent.error)
      // An answer ends it: the next press is another request.
      if (!waitsInVain) keys.delete(id)
    }
    if (failed.length > 0) return failureOf(failed, cards.length > 1)
    unended.delete(name)
    return ok({ sent: true, message: '' })
  }
}

interface Failed {
  readonly card: CardTender
  /** Null: not tried, after another that was not answered. */
  readonly sent: SendAnswer | null
}

/** What became of each is the service's word: also that it may have been sent. Where there are several cards, each is named. */
function failureOf(failed: readonly Failed[], areNamed: boolean): PosResult<'receipts.email'> {
  const [first] = failed
  if (!areNamed && first?.sent?.ok === false) return err(serviceRefusal(first.sent.error))
  const reasons = failed.map(({ card, sent }) =>
    [areNamed ? nameOfCard(card) : '', sent?.ok ? sent.value.message : ''].filter(Boolean).join(': '),
  )
  return ok({ sent: false, message: reasons.join(' · ') })
}

/** What was only too busy to look at it, such as at a rate limit, goes on where it stopped. */
const isJudged = (failure: CallFailure): boolean =>
  isAnswered(failure) && reasonOf(failure) !== 'service_unreachable'
