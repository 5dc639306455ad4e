import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import { unitAmountSchema } from '../order/order.ts'
import { paymentEntrySchema, tabFactsSchema } from '../sale/sale.ts'

const id = z.string().min(1).max(64)
/** What is rung up, and comes to `total` cents. */
const orderToAdd = z.strictObject({ id, total: amountSchema })

/** What the counter asks about tabs: rows of posCommands. */
export const tabCommands = {
  /** Holds `hold` cents on the customer's card. What is rung up goes onto the tab with it. Refused unless nothing is sold. */
  'tab.open': {
    right: 'sell',
    payload: z.strictObject({
      name: tabFactsSchema.shape.name,
      hold: amountSchema.min(1),
      entry: paymentEntrySchema,
      order: orderToAdd.optional(),
    }),
  },
  /** Puts onto a tab what is rung up, or an amount (cents) that was typed, under this name. */
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
  /** The line that was taken off it last. */
  'tab.put_back_line': { right: 'sell', payload: z.strictObject({ tab_id: id }) },
  /**
   * The customer goes: of what is held, `total` cents, as the cashier read them, and the tip are charged. What the card
   * does not hold is left of the bill. Refused where the tab comes to another total, or holds no such tip.
   */
  'tab.close': {
    right: 'sell',
    payload: z.strictObject({ tab_id: id, total: amountSchema.min(1), tip: amountSchema }),
  },
  /** Gives the card back uncharged. What is on the tab is gone. */
  'tab.release': { right: 'sell', payload: z.strictObject({ tab_id: id }) },
} as const
