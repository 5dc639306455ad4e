import { z } from 'zod'
import { checkoutSurchargeSchema } from './checkout-session.ts'
import { amountSchema, paymentMethodTypeSchema, timestampSchema } from './common.ts'
import { paymentStatusSchema } from './payment.ts'
import { cardSummarySchema } from './payment-method.ts'
import { createTokenBodySchema } from './token.ts'

/**
 * What the hosted page shows, all of it ours. `processing`: the bank was asked a moment ago. `unknown`: it has not told
 * what became of the payment; the page says that this is being looked into, and offers no other try.
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
    /** Cents, below zero for what is taken off; null where the order names none. */
    unit_amount: z.number().int().nullable(),
    amount: z.number().int().nullable(),
  })
  .meta({ id: 'CheckoutLine' })
export type CheckoutLine = z.infer<typeof lineSchema>

const taxSchema = z
  .object({
    name: z.string(),
    /** Thousandths of a percent; null where the order does not tell it. */
    rate: z.number().int().nullable(),
    amount: amountSchema,
  })
  .meta({ id: 'CheckoutTax' })

const pagePaymentSchema = z
  .object({
    status: paymentStatusSchema,
    /** What was charged, the surcharge included; less than was asked where the bank approved a part. */
    amount: amountSchema,
    /** What the page's own surcharge added to the session's amount. */
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
    /** `save`: a payment method intent, which collects a card or an account and charges nothing. */
    mode: z.enum(['payment', 'save']),
    state: checkoutPageStateSchema,
    merchant_name: z.string(),
    currency: z.string(),
    subtotal: amountSchema,
    discount_amount: amountSchema,
    tax_amount: amountSchema,
    /** What the tax is made of; none where the order does not name it. */
    taxes: z.array(taxSchema),
    tip_amount: amountSchema,
    /** Without the surcharge of the page's own, which depends on the card. */
    amount: amountSchema,
    lines: z.array(lineSchema),
    /** What all of the lines come to, where only a part of it is paid here; null where it is all. */
    whole_amount: amountSchema.nullable(),
    description: z.string().nullable(),
    surcharge: checkoutSurchargeSchema,
    payment_method_types: z.array(paymentMethodTypeSchema),
    /** What the page must ask for besides the card or the account. */
    billing: z.object({ postal_code: z.enum(['required', 'optional']) }),
    customer_email: z.string().nullable(),
    /** The last try, where it failed and another may be made. */
    last_attempt: z
      .object({
        outcome: z.literal('declined'),
        /** Such as `insufficient_funds`; `not_processed` and the like where the bank never declined. */
        category: z.string(),
        at: timestampSchema,
      })
      .nullable(),
    payment: pagePaymentSchema.nullable(),
    /** The method that was saved, in mode `save`. */
    saved: z
      .object({
        payment_method_type: paymentMethodTypeSchema,
        brand: z.string().nullable(),
        last_four_digits: z.string().nullable(),
      })
      .nullable(),
    /** Where to go once it is paid; null before. */
    success_url: z.string().nullable(),
    cancel_url: z.string().nullable(),
    /** Null for what has no end of its own. */
    expires_at: timestampSchema.nullable(),
    /** The merchant allowed wallets. There is no wallet provider, so none is offered. */
    wallets_requested: z.boolean(),
    /** A sandbox: no money moves. */
    training: z.boolean(),
  })
  .meta({ id: 'CheckoutPage' })
export type CheckoutPage = z.infer<typeof checkoutPageSchema>

/** Card or bank details, as the browser SDK sends them; the secret is in the header. */
export const collectCheckoutPageBodySchema = createTokenBodySchema.omit({ client_secret: true })
export type CollectCheckoutPageBody = z.infer<typeof collectCheckoutPageBodySchema>

/** What this card or account would be charged. In mode `save` that is nothing, and `page` says what became of it. */
export const collectedSchema = z
  .object({
    /** Null where the bank refused the method, in mode `save`. */
    payment_method: z
      .object({
        id: z.string(),
        type: paymentMethodTypeSchema,
        brand: z.string().nullable(),
        last_four_digits: z.string().nullable(),
        funding: cardSummarySchema.shape.funding.nullable(),
      })
      .nullable(),
    /** The surcharge included. */
    amount: amountSchema,
    surcharge_amount: amountSchema,
    page: checkoutPageSchema,
  })
  .meta({ id: 'CheckoutCollected' })
export type CheckoutCollected = z.infer<typeof collectedSchema>

/** Both amounts as the payer was shown them: others are not charged. */
export const payCheckoutPageBodySchema = z.strictObject({
  payment_method_id: z.string().min(1).max(64),
  amount: amountSchema,
  surcharge_amount: amountSchema,
})
export type PayCheckoutPageBody = z.infer<typeof payCheckoutPageBodySchema>
