import { z } from 'zod'
import { type EventResource, eventResources, eventTypes } from '../event-types.ts'
import { accountSchema } from './account.ts'
import { applicationSchema } from './application.ts'
import { checkoutSessionSchema } from './checkout-session.ts'
import { cursorQuerySchema, openObjectSchema, pageOf, timestampSchema } from './common.ts'
import { contractorSchema } from './contractor.ts'
import { customerAccountSchema, customerSchema } from './customer.ts'
import { feeSchema } from './fee.ts'
import { paymentSchema } from './payment.ts'
import { paymentIntentSchema } from './payment-intent.ts'
import { paymentMethodSchema } from './payment-method.ts'
import { paymentMethodIntentSchema } from './payment-method-intent.ts'
import { refundSchema } from './refund.ts'
import { settlementSchema } from './settlement.ts'
import { terminalSchema } from './terminal.ts'

/** data.object of an event: the resource at that time. No event contains a client_secret. */
export const eventObjectSchemas: { readonly [Resource in EventResource]: z.ZodType } = {
  payment_intent: paymentIntentSchema,
  payment: paymentSchema,
  refund: refundSchema,
  checkout_session: checkoutSessionSchema,
  payment_method: paymentMethodSchema,
  payment_method_intent: paymentMethodIntentSchema,
  customer: z.discriminatedUnion('entity', [customerSchema, customerAccountSchema]),
  terminal: terminalSchema,
  fee: feeSchema,
  settlement: settlementSchema,
  contractor: contractorSchema,
  application: applicationSchema,
  // Section 6: includes the application; null for an account that was made without one.
  account: accountSchema.extend({ application: applicationSchema.nullable() }),
}

/** The body of a webhook (section 6). */
export const webhookBodySchema = z
  .object({
    id: z.string().meta({
      description:
        'The id of the event. Same for every delivery attempt; also sent in the header webhook-id.',
    }),
    type: z.string().meta({ description: 'The event type, such as v2.payment.captured.' }),
    created_at: timestampSchema,
    sequence: z.number().int().min(0).meta({
      description:
        'Grows with each change of the object. Of two events of the same object, the one with the higher sequence is newer.',
    }),
    data: z
      .object({ object: openObjectSchema })
      .meta({ description: 'The resource as it was at the time of the event.' }),
  })
  .meta({ id: 'WebhookBody' })
export type WebhookBody = z.infer<typeof webhookBodySchema>

export const deliveryStatusSchema = z.enum(['pending', 'delivered', 'failed', 'cancelled'])

/** One attempt to deliver an event. */
export const deliveryAttemptSchema = z
  .object({
    at: timestampSchema,
    status_code: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The HTTP status that the endpoint returned. null if it did not respond.' }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the attempt failed. null if the event was delivered.' }),
    duration_ms: z.number().int(),
  })
  .meta({ id: 'DeliveryAttempt' })

export const deliverySchema = z
  .object({
    webhook_endpoint_id: z.string(),
    status: deliveryStatusSchema,
    next_attempt_at: timestampSchema.nullable(),
    attempts: z.array(deliveryAttemptSchema).meta({ description: 'The last 20 attempts, oldest first.' }),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof deliverySchema>

/** An event of the log, with its deliveries to the endpoints that the key reaches. */
export const eventSchema = webhookBodySchema
  .extend({
    entity: z.literal('event'),
    account_id: z.string(),
    deliveries: z.array(deliverySchema),
  })
  .meta({ id: 'Event' })
export type Event = z.infer<typeof eventSchema>

export const eventTypeSchema = z.enum(eventTypes)

/** What an endpoint subscribes to: a type, all events of a resource, or everything. */
export const eventFilterSchema = z
  .enum(['*', ...eventResources.map((resource) => `v2.${resource}.*` as const), ...eventTypes])
  .meta({
    description:
      '* for all events, all events of a resource such as v2.payment.*, or one type such as v2.payment.captured.',
  })

export type EventFilter = z.infer<typeof eventFilterSchema>

export const listEventsQuerySchema = cursorQuerySchema.extend({
  type: eventTypeSchema.optional(),
  webhook_endpoint_id: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Returns the events delivered to this endpoint: its delivery log.' }),
  delivery_status: deliveryStatusSchema
    .optional()
    .meta({ description: 'With webhook_endpoint_id: returns only the events with this delivery status.' }),
})
export const eventPageSchema = pageOf(eventSchema)

export const redeliverEventBodySchema = z.strictObject({
  webhook_endpoint_id: z.string().max(64).optional().meta({
    description:
      'The endpoint to deliver to, even if it does not subscribe to the event. Without it, all endpoints that subscribe to the event.',
  }),
})
