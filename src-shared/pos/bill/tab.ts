import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { orderLineSchema, orderSchema } from '../order/order.ts'
import { paymentSummarySchema, saleFactsSchema } from '../sale/sale.ts'

/**
 * What the service showed of the card last. `unknown`: it was not asked since the start; `ended`: it holds nothing any
 * more, because it expired or was given back; `captured`: somebody captured it elsewhere.
 */
export const tabStatusSchema = z.enum(['unknown', 'held', 'ended', 'captured'])
export type TabStatus = z.infer<typeof tabStatusSchema>

/**
 * A card that is held until the customer leaves, and what they have had so far (docs/decisions/0061). Its sale has the
 * order, null while nothing was rung up; its payment, authorized and not captured, says how much is held.
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
  /** The orders that went onto it, the newest last: each goes once. */
  rounds: z.array(z.string()),
  /** What was taken off since the last round, where it stood, the newest last: from there it is put back. */
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
