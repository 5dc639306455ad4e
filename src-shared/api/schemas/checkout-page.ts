import { z } from 'zod'
import { checkoutSurchargeSchema } from './checkout-session.ts'
import { amountSchema, paymentMethodTypeSchema, timestampSchema } from './common.ts'
import { paymentStatusSchema } from './payment.ts'
import { cardSummarySchema } from './payment-method.ts'
import { createTokenBodySchema } from './token.ts'

/**
 * The state of the hosted page, all of it ours. `processing`: the bank was asked a moment ago. `unknown`: the bank has
 * not reported the outcome; the page then shows that the payment is being looked into, and offers no new attempt.
 */
export const checkoutPageStateSchema = z.enum([
  'open',
  'processing',
  'unknown',
  'paid',
  'saved',
  'expired',
  'cancelled',
])
export type CheckoutPageState = z.infer<typeof checkoutPageStateSchema>

const lineSchema = z
  .object({
    description: z.string(),
    quantity: z.number(),
    /** Cents, negative for a discount; null if the order gives no price. */
    unit_amount: z.number().int().nullable(),
    amount: z.number().int().nullable(),
  })
  .meta({ id: 'CheckoutLine' })
export type CheckoutLine = z.infer<typeof lineSchema>

const taxSchema = z
  .object({
    name: z.string(),
    /** Thousandths of a percent; null if the order does not give it. */
    rate: z.number().int().nullable(),
    amount: amountSchema,
  })
  .meta({ id: 'CheckoutTax' })

const pagePaymentSchema = z
  .object({
    status: paymentStatusSchema,
    /** The amount charged, including the surcharge; less than requested after a partial approval. */
    amount: amountSchema,
    /** The surcharge that the page itself added to the session's amount. */
    surcharge_amount: amountSchema,
    payment_method_type: paymentMethodTypeSchema,
    brand: z.string().nullable(),
    last_four_digits: z.string().nullable(),
    paid_at: timestampSchema,
    receipt_number: z.string(),
  })
  .meta({ id: 'CheckoutPayment' })

export const checkoutPageSchema = z
  .object({
    id: z.string(),
    entity: z.literal('checkout_page'),
    /** `save`: a payment method intent, which saves a card or a bank account and charges nothing. */
    mode: z.enum(['payment', 'save']),
    state: checkoutPageStateSchema,
    merchant_name: z.string(),
    currency: z.string(),
    subtotal: amountSchema,
    discount_amount: amountSchema,
    tax_amount: amountSchema,
    /** The taxes in the tax amount; empty if the order does not name them. */
    taxes: z.array(taxSchema),
    tip_amount: amountSchema,
    /** Without the page's own surcharge, which depends on the card. */
    amount: amountSchema,
    lines: z.array(lineSchema),
    /** The total of all lines if only a part of it is paid here; otherwise null. */
    whole_amount: amountSchema.nullable(),
    description: z.string().nullable(),
    surcharge: checkoutSurchargeSchema,
    payment_method_types: z.array(paymentMethodTypeSchema),
    /** The fields to ask for besides the card or the bank account. */
    billing: z.object({ postal_code: z.enum(['required', 'optional']) }),
    customer_email: z.string().nullable(),
    /** The last attempt, if it failed and another one is possible. */
    last_attempt: z
      .object({
        outcome: z.literal('declined'),
        /** Such as `insufficient_funds`; a value such as `not_processed` if the bank did not decline. */
        category: z.string(),
        at: timestampSchema,
      })
      .nullable(),
    payment: pagePaymentSchema.nullable(),
    /** The saved payment method, in mode `save`. */
    saved: z
      .object({
        payment_method_type: paymentMethodTypeSchema,
        brand: z.string().nullable(),
        last_four_digits: z.string().nullable(),
      })
      .nullable(),
    /** Where to send the payer after the payment; null before it. */
    success_url: z.string().nullable(),
    cancel_url: z.string().nullable(),
    /** Null if there is no expiry. */
    expires_at: timestampSchema.nullable(),
    /** Whether the merchant allows wallets. There is no wallet provider, so the page offers none. */
    wallets_requested: z.boolean(),
    /** Whether this is a sandbox, where no money moves. */
    training: z.boolean(),
  })
  .meta({ id: 'CheckoutPage' })
export type CheckoutPage = z.infer<typeof checkoutPageSchema>

/** Card or bank details, as the browser SDK sends them; the client secret is in the header. */
export const collectCheckoutPageBodySchema = createTokenBodySchema.omit({ client_secret: true })
export type CollectCheckoutPageBody = z.infer<typeof collectCheckoutPageBodySchema>

/** The amount that this card or account would be charged. It is 0 in mode `save`, where `page` holds the outcome. */
export const collectedSchema = z
  .object({
    /** Null if the bank refused the method, in mode `save`. */
    payment_method: z
      .object({
        id: z.string(),
        type: paymentMethodTypeSchema,
        brand: z.string().nullable(),
        last_four_digits: z.string().nullable(),
        funding: cardSummarySchema.shape.funding.nullable(),
      })
      .nullable(),
    /** Including the surcharge. */
    amount: amountSchema,
    surcharge_amount: amountSchema,
    page: checkoutPageSchema,
  })
  .meta({ id: 'CheckoutCollected' })
export type CheckoutCollected = z.infer<typeof collectedSchema>

/** The amounts that the page showed the payer: other amounts are not charged. */
export const payCheckoutPageBodySchema = z.strictObject({
  payment_method_id: z.string().min(1).max(64),
  amount: amountSchema,
  surcharge_amount: amountSchema,
})
export type PayCheckoutPageBody = z.infer<typeof payCheckoutPageBodySchema>
