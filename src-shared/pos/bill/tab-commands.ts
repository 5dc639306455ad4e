import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import { unitAmountSchema } from '../order/order.ts'
import { paymentEntrySchema, tabFactsSchema } from '../sale/sale.ts'

const id = z.string().min(1).max(64)
/** The draft order, whose total is `total` cents. */
const orderToAdd = z.strictObject({ id, total: amountSchema })

/** Commands about tabs: rows of posCommands. */
export const tabCommands = {
  /** Holds `hold` cents on the customer's card, and adds the draft order. Refused unless the counter is free. */
  'tab.open': {
    right: 'sell',
    payload: z.strictObject({
      name: tabFactsSchema.shape.name,
      note: tabFactsSchema.shape.note,
      hold: amountSchema.min(1),
      entry: paymentEntrySchema,
      order: orderToAdd.optional(),
    }),
  },
  /** Adds the draft order to a tab, or a typed amount (cents) under this name. */
  'tab.add': {
    right: 'sell',
    payload: z.union([
      z.strictObject({ tab_id: id, order: orderToAdd }),
      z.strictObject({
        tab_id: id,
        typed: z.strictObject({ amount: unitAmountSchema.min(1), name: z.string().trim().min(1).max(100) }),
      }),
    ]),
  },
  'tab.remove_line': { right: 'sell', payload: z.strictObject({ tab_id: id, line_id: id }) },
  /** Restores the line that was removed last. */
  'tab.put_back_line': { right: 'sell', payload: z.strictObject({ tab_id: id }) },
  /**
   * The customer leaves: captures `total` cents, as the cashier read them, and the tip from the hold. What exceeds the
   * hold stays open on the bill. Refused if the tab has another total, or the hold does not cover the tip.
   */
  'tab.close': {
    right: 'sell',
    payload: z.strictObject({ tab_id: id, total: amountSchema.min(1), tip: amountSchema }),
  },
  /** Releases the card uncharged, and discards what is on the tab. */
  'tab.release': { right: 'sell', payload: z.strictObject({ tab_id: id }) },
} as const
