import type { Tab } from '../../src-shared/pos/bill/tab.ts'
import type { Order } from '../../src-shared/pos/order/order.ts'
import { plainLine } from '../../src-shared/pos/order/plain-line.ts'
import type { PaymentSummary, SaleFacts } from '../../src-shared/pos/sale/sale.ts'

/** Three tabs that are open: one whose hold ends soon, and one whose card holds nothing any more. */
export function tabsOf(sale: SaleFacts, payment: PaymentSummary) {
  const order: Order = {
    id: 'ord_01jd7k3v8m2n4p5q6r7s8t9vwx',
    lines: [
      { ...plainLine('l1', 'Ginger beer', 550), quantity: 2_000 },
      plainLine('l2', 'Fish and chips with mushy peas and tartar sauce', 1_850),
      plainLine('l3', 'Custom amount', 1_200),
    ],
    discounts: [],
  }
  const tab = (id: string, name: string, started_at: string, rest: Partial<Tab> = {}): Tab => ({
    sale: { ...sale, id, order, started_at, note: name, tab: { name, stage: 'opening' } },
    payment: { ...payment, status: 'uncaptured', amount: 6_000 },
    opened_at: started_at,
    status: 'held',
    rounds: [],
    ...rest,
  })
  return {
    open: [tab('sale_1', 'Maria', sale.started_at)],
    troubled: [
      tab('sale_1', 'Maria', sale.started_at),
      tab('sale_2', 'Table 7', '2026-11-15T09:00:00.000Z'),
      tab('sale_3', 'Mr Vandenberghe', '2026-11-12T18:00:00.000Z', { status: 'ended' }),
    ],
  } as const satisfies Readonly<Record<string, readonly Tab[]>>
}
