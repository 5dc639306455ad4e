import type { CallFailure } from '../../src-shared/api/client.ts'
import type { PosResult } from '../../src-shared/pos/commands.ts'
import { languageFor } from '../../src-shared/pos/customer.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { err, ok } from '../../src-shared/result.ts'
import { callService } from '../sale/calls.ts'
import { serviceRefusal } from '../service-refusal.ts'
import { detailOf, isAnswered, reasonOf } from '../terminal/failures.ts'
import { cardsOf, type ReceiptContext } from './give-receipt.ts'

export type ReceiptMail = (sale: SoldSale, email: string) => Promise<PosResult<'receipts.email'>>

/**
 * The service sends receipts of payments: of each card its own. Cash has none there. Each press sends all of them, but
 * that one after a press whose last request was not answered goes on with it: what was sent is not sent again, and what
 * was not answered is the same request.
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
    for (const { sale } of cards) {
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
      // An answer ends the press: the next one is another. While a request is under way, and after a fault, it may have left.
      if (sent.ok ? !sent.value.success : isJudged(sent.error)) unended.delete(name)
      if (!sent.ok) {
        log.warn({ detail: detailOf(sent.error), intent: sale.intent_id }, 'sales.receipt_not_sent')
        return err(serviceRefusal(sent.error))
      }
      // What became of it is the service's word: also that it may have been sent.
      if (!sent.value.success) return ok({ sent: false, message: sent.value.message })
      keys.set(id, null)
    }
    unended.delete(name)
    return ok({ sent: true, message: '' })
  }
}

/** What was only too busy to look at it, such as at a rate limit, goes on where it stopped. */
const isJudged = (failure: CallFailure): boolean =>
  isAnswered(failure) && reasonOf(failure) !== 'service_unreachable'
