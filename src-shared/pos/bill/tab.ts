import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { orderLineSchema, orderSchema } from '../order/order.ts'
import { paymentSummarySchema, saleFactsSchema } from '../sale/sale.ts'

/**
 * The card's status by the service's last report. `unknown`: not asked since the start; `ended`: no longer held, since
 * the hold expired or was released; `captured`: captured elsewhere.
 */
export const tabStatusSchema = z.enum(['unknown', 'held', 'ended', 'captured'])
export type TabStatus = z.infer<typeof tabStatusSchema>

/**
 * A card held until the customer leaves, and what they have ordered so far (docs/decisions/0061). Its sale has the
 * order, null while it is empty; its payment, authorized and not captured, has the amount of the hold.
 *
 *   sale ─approved▶ tab ─close▶ a bill, with the sale capturing ▶ paid | part paid
 *                    ├─release▶ the sale voiding ▶ stopped
 *                    └─ left without a payment, the bill leads back here
 */
export const tabSchema = z.object({
  sale: saleFactsSchema,
  payment: paymentSummarySchema,
  opened_at: timestampSchema,
  status: tabStatusSchema,
  /** Ids of the orders that were added, newest last: each is added once. */
  rounds: z.array(z.string()),
  /** Lines removed since the last round, with their positions, newest last, so that they can be restored. */
  removed: z
    .array(
      z.object({
        line: orderLineSchema,
        index: z.number().int(),
        order: orderSchema.pick({ id: true, discounts: true }),
      }),
    )
    .optional(),
})
export type Tab = z.infer<typeof tabSchema>
