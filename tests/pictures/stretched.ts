import { balanceOf } from '../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { SaleState } from '../../src-shared/pos/sale/sale.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

/** The same snapshot with the longest texts that it may contain. */
export const stretched = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  merchant_name: 'Wilhelmina Featherstonehaugh & Daughters Antiquarian Booksellers of Old Portsmouth',
  merchant_contact: {
    address1: '1200, boulevard Monseigneur-Langlois, Centre commercial Salaberry, local 304',
    address2: 'Salaberry-de-Valleyfield, QC J6S 1E1',
    phone: '+1 (450) 555-0100, ext. 2104',
  },
  terminal:
    snapshot.terminal.kind === 'none'
      ? snapshot.terminal
      : { ...snapshot.terminal, name: 'Second floor, rare books and manuscripts, counter 14' },
  sale: snapshot.sale.kind === 'ready' ? snapshot.sale : stretchedSale(snapshot.sale),
  bill: snapshot.bill && stretchedBill(snapshot.bill),
})

const stretchedBill = (bill: Bill): Bill => ({
  ...bill,
  total: 900_719_925_474_099,
  tenders: bill.tenders.map((tender, index) =>
    index > 0 ? tender : { ...tender, amount: 900_719_925_474_099 - balanceOf({ ...bill, total: 10_000 }) },
  ),
})

function stretchedSale(state: Exclude<SaleState, { kind: 'ready' }>): SaleState {
  const amount = 9_007_199_254_740_991
  const longer = {
    ...state,
    sale: {
      ...state.sale,
      amount: amount - state.sale.tip,
      note: 'Gift wrapped in blue paper, hold for Mrs. Featherstonehaugh until Thursday afternoon, call first',
    },
  }
  return 'payment' in longer && longer.payment !== null
    ? { ...longer, payment: { ...longer.payment, amount, brand: 'american express' } }
    : longer
}
