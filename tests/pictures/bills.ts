import type { Bill, Tender } from '../../src-shared/pos/bill/bill.ts'
import type { PaymentSummary, SaleFacts } from '../../src-shared/pos/sale/sale.ts'

/** A bill of $60.00 in each of its states, paid by cash and by the card of this sale. */
export function billsOf(sale: SaleFacts, payment: PaymentSummary) {
  const open: Bill = {
    id: 'bill_01jd7k3v8m2n4p5q6r7s8t9vwx',
    number: 'KT1042',
    order: null,
    total: 6_000,
    currency: 'USD',
    note: 'Table 4',
    opened_at: sale.started_at,
    tenders: [],
    status: 'open',
    tab: null,
    link: null,
  }
  const cash: Tender = {
    kind: 'cash',
    status: 'paid',
    id: 'cash_01jd7k3v8m2n4p5q6r7s8t9vwx',
    amount: 2_000,
    rounding: 0,
    tendered: 2_000,
    change: 0,
    taken_at: sale.started_at,
  }
  const card: Tender = { kind: 'card', status: 'paid', amount: 2_500, tip: 0, surcharge: 0, sale, payment }
  const returned = { ...card, status: 'returned' } as const
  const rest: Tender = { ...cash, amount: 1_500, tendered: 2_000, change: 500 }
  const partPaid: Bill = { ...open, tenders: [cash, card] }
  return {
    open,
    partPaid,
    restored: { ...partPaid, restored: { seen: true, given_back: 0, paid_elsewhere: 1_500 } },
    restoredUnseen: { ...partPaid, restored: { seen: false, given_back: 0, paid_elsewhere: null } },
    paid: { ...open, tenders: [cash, card, rest] },
    handBack: { ...open, status: 'undoing', tenders: [cash, returned] },
    givenBack: { ...open, status: 'undoing', tenders: [{ ...cash, status: 'returned' }, returned] },
    paidByCards: { ...open, tenders: [card, { ...card, amount: 3_500 }] },
  } as const satisfies Readonly<Record<string, Bill>>
}

/** The payment after about a third of it was refunded. */
export const partReturned = (payment: PaymentSummary): PaymentSummary => ({
  ...payment,
  amount: payment.amount - 481,
  returned: 481,
})
