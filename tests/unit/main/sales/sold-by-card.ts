import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { SoldSale } from '../../../../src-shared/pos/returns/sold-sale.ts'
import { bill as billOf, cardTender } from '../../shared/pos/returns/arbitrary-bill.ts'
import { pay } from '../support/manager.ts'
import type { TestService } from '../support/service.ts'

/** A sale paid by one card, whose payment exists at the service. */
export async function soldByCard(service: TestService, include_signature = false): Promise<SoldSale> {
  const payment = await pay(service, 2_000, {}, include_signature)
  const tender = cardTender('sale_1', 2_000)
  const bill: Bill = billOf({
    total: 2_000,
    tenders: [
      {
        ...tender,
        sale: {
          ...tender.sale,
          intent_id: payment.payment_intent_id,
          bill: { number: 'KT1042', total: 2_000 },
        },
        payment: { ...tender.payment, payment_id: payment.id },
      },
    ],
  })
  return { closed_at: bill.opened_at, bill, returns: [] }
}
