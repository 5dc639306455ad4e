import type { CallFailure } from '../../src-shared/api/client.ts'
import type { PosResult } from '../../src-shared/pos/commands.ts'
import { languageFor } from '../../src-shared/pos/customer.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { err, ok } from '../../src-shared/result.ts'
import { callService } from '../sale/calls.ts'
import { serviceRefusal } from '../service-refusal.ts'
import { detailOf, isAnswered, reasonOf } from '../terminal/failures.ts'
import { cardsOf, nameOfCard, type ReceiptContext } from './give-receipt.ts'

type SendAnswer = Awaited<ReturnType<typeof callService<'payment_intents.send_receipt'>>>

export type ReceiptMail = (sale: SoldSale, email: string) => Promise<PosResult<'receipts.email'>>

/**
 * The service sends receipts of payments: of each card its own. Cash has none there. One that fails holds up none of the
 * others. Each press sends all of them, but that one after a press with a request that was not answered goes on with it:
 * what was sent is not sent again, and what was not answered is the same request.
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
    let failed: PosResult<'receipts.email'> | null = null
    let isEnded = true
    for (const card of cards) {
      const { sale } = card
      const id = sale.intent_id ?? ''
      const known = keys.get(id)
      if (known === null) continue
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
      // While a request is under way, and after a fault, it may have left; the others would wait in vain.
      if (!sent.ok && !isJudged(sent.error)) {
        failed ??= err(serviceRefusal(sent.error))
        isEnded = false
        break
      }
      // An answer ends it: the next press is another request.
      keys.delete(id)
      failed ??= failureOf(sent, cards.length > 1 ? nameOfCard(card) : null)
    }
    if (isEnded) unended.delete(name)
    return failed ?? ok({ sent: true, message: '' })
  }
}

/** What became of it is the service's word: also that it may have been sent. @param card where there are several */
function failureOf(sent: SendAnswer, card: string | null): PosResult<'receipts.email'> {
  if (!sent.ok && card === null) return err(serviceRefusal(sent.error))
  const why = sent.ok ? sent.value.message : ''
  return ok({ sent: false, message: [card, why].filter(Boolean).join(': ') })
}

/** What was only too busy to look at it, such as at a rate limit, goes on where it stopped. */
const isJudged = (failure: CallFailure): boolean =>
  isAnswered(failure) && reasonOf(failure) !== 'service_unreachable'
