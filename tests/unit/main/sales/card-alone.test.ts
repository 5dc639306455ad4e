import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PrintJob } from '../../../../src-main/printing/receipt-printer.ts'
import { type ReceiptContext, saveReceipt } from '../../../../src-main/sales/give-receipt.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { CardTender, Tender } from '../../../../src-shared/pos/bill/bill.ts'
import type { SoldSale } from '../../../../src-shared/pos/returns/sold-sale.ts'
import { ok } from '../../../../src-shared/result.ts'
import { must } from '../../../support/must.ts'
import { hsn } from '../support/manager.ts'
import { quietLog, startTestService, type TestService } from '../support/service.ts'
import { soldByCard } from './sold-by-card.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterEach(() => service.stop())

/** Number of receipts printed: the card's only, or the bill's and the cards'. */
async function papersOf(sale: SoldSale, gateway_response?: Payment['gateway_response']): Promise<number> {
  const { call } = service.client
  const client = {
    ...service.client,
    call: async (...request: Parameters<typeof call>) => {
      const answer = await call(...request)
      return answer.ok && gateway_response ? ok({ ...answer.value, gateway_response }) : answer
    },
  } as typeof service.client
  const jobs: PrintJob[] = []
  const context = {
    client: () => client,
    shop: () => ({ merchant: 'Ana’s', training: true, language: 'es' }),
    printer: { print: async (job: PrintJob) => jobs.push(job) > 0 },
    paper: () => 58,
    log: quietLog,
  } as unknown as ReceiptContext
  await must(saveReceipt(context, sale, { number: 'KT1042', kind: 'sale' }))
  return jobs[0]?.copies.length ?? 0
}

const withTender = (sale: SoldSale, change: (tender: CardTender) => Tender[]): SoldSale => ({
  ...sale,
  bill: {
    ...sale.bill,
    tenders: sale.bill.tenders.flatMap((one) => (one.kind === 'card' ? change(one) : [one])),
  },
})

test('the bill’s receipt is printed as well when another card was refunded before this one paid', async () => {
  const sold = await soldByCard(service)
  const other = await soldByCard(service)
  const twice = withTender(sold, (tender) => [{ ...tender, status: 'returned' }, ...other.bill.tenders])
  expect(await papersOf(sold)).toBe(1)
  expect(await papersOf(twice)).toBe(3)
})

test('the bill’s receipt is printed as well when the card was charged more than its own receipt shows', async () => {
  const sold = await soldByCard(service)
  expect(await papersOf(withTender(sold, (tender) => [{ ...tender, tip: 300 }]))).toBe(2)
})

test('the bill’s receipt is printed as well when a tab was captured elsewhere without its items', async () => {
  const tab = { name: 'Ana', stage: 'closing' } as const
  const sold = withTender(await soldByCard(service), (tender) => [
    { ...tender, sale: { ...tender.sale, tab } },
  ])
  const items = [{ name: 'Tea', quantity: 1, amount: 2_000 }]
  expect(await papersOf(sold)).toBe(2)
  expect(await papersOf(sold, { payment_data: { tip_amount: 0 } })).toBe(2)
  expect(await papersOf(sold, { payment_data: { tip_amount: 0, order_details: { items } } })).toBe(1)
})
