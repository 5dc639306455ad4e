import type { SoldSale } from '../../../../src-shared/pos/returns/sold-sale.ts'
import { bill as billOf } from '../../shared/pos/returns/arbitrary-bill.ts'

/** A sale paid in cash. */
export const soldInCash: SoldSale = {
  closed_at: '2026-03-01T12:00:00.000Z',
  bill: billOf({
    total: 500,
    tenders: [
      {
        kind: 'cash',
        status: 'paid',
        id: 'cash_1',
        amount: 500,
        rounding: 0,
        tendered: 500,
        change: 0,
        taken_at: '2026-03-01T12:00:00.000Z',
      },
    ],
  }),
  returns: [],
}
