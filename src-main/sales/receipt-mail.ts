import { cardsOf } from '../../src-shared/pos/bill/balance.ts'
import type { PosResult } from '../../src-shared/pos/commands.ts'
import { languageFor } from '../../src-shared/pos/customer/customer.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { callService } from '../service-calls/call-service.ts'
import type { ReceiptContext } from './give-receipt.ts'
import { receiptSender } from './send-receipts.ts'

export type ReceiptMail = (sale: SoldSale, email: string) => Promise<PosResult<'receipts.email'>>

/** Mails the receipts of the cards that paid a bill. The service has no receipts of cash. */
export function receiptMail(context: ReceiptContext): ReceiptMail {
  const send = receiptSender(context)
  return async ({ bill }, email) => {
    const cards = cardsOf(bill)
    if (cards.length === 0) return refuse('not_available', 'no card has paid it')
    return send(email, cards, (request, { sale }) =>
      callService(context.client, 'payment_intents.send_receipt', {
        ...request,
        body: { email_override: email, locale: languageFor(sale.customer, context.shop().language) },
      }),
    )
  }
}
