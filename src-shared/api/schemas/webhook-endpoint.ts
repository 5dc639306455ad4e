import { z } from 'zod'
import { makerFields } from './api-key.ts'
import { descriptionSchema, optionalField, pageOf, removableField, timestampSchema } from './common.ts'
import { eventFilterSchema } from './event.ts'

export const webhookEndpointStatusSchema = z.enum(['enabled', 'disabled'])

/** Where a partner receives events (section 6). The secret is shown only on creation. */
export const webhookEndpointSchema = z
  .object({
    id: z.string(),
    entity: z.literal('webhook_endpoint'),
    url: z.string(),
    description: z.string().nullable(),
    event_types: z.array(eventFilterSchema),
    status: webhookEndpointStatusSchema,
    disabled_reason: z.enum(['requested', 'gone', 'failing']).nullable().meta({
      description:
        'Why the endpoint is disabled. requested: by a request; gone: the endpoint returned 410; failing: deliveries failed for five days.',
    }),
    failing_since: timestampSchema.nullable(),
    secret: z.string().nullable().meta({
      description:
        'The signing secret: whsec_ followed by base64. Returned only in the response that creates it; otherwise null.',
    }),
    previous_secret_expires_at: timestampSchema
      .nullable()
      .meta({ description: 'Until this time, deliveries are signed with both the old and the new secret.' }),
    partner_id: z.string().nullable(),
    business_id: z.string().nullable(),
    account_id: z.string().nullable(),
    ...makerFields,
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>

const urlSchema = z
  .url({ protocol: /^https?$/, error: 'an address that begins with https://' })
  .max(500)
  .meta({ description: 'An https URL with a public address.' })
const eventTypesSchema = z.array(eventFilterSchema).min(1).max(100)
const boundSchema = z.string().max(64)

/** Without bounds the endpoint gets all events that the key reaches. */
export const createWebhookEndpointBodySchema = z.strictObject({
  url: urlSchema,
  description: descriptionSchema.optional(),
  event_types: eventTypesSchema
    .optional()
    .meta({ description: 'The events to deliver. Defaults to all events.' }),
  partner_id: optionalField(boundSchema, 'Restricts it to the accounts of this partner.'),
  business_id: optionalField(boundSchema, 'Restricts it to the accounts of this business.'),
  account_id: optionalField(boundSchema, 'Restricts it to this account.'),
})

export const updateWebhookEndpointBodySchema = z.strictObject({
  url: urlSchema.optional(),
  description: removableField(descriptionSchema, 'A description for people, in your own words.'),
  event_types: optionalField(eventTypesSchema, 'Replaces the current list.'),
  status: optionalField(
    webhookEndpointStatusSchema,
    'enabled also restarts an endpoint that was disabled for failing.',
  ),
  rotate_secret: z
    .strictObject({ overlap_seconds: z.number().int().min(0).max(604_800).optional() })
    .optional()
    .meta({
      description:
        'Creates a new signing secret. The old secret also signs for overlap_seconds, by default one day.',
    }),
})
export type UpdateWebhookEndpointBody = z.infer<typeof updateWebhookEndpointBodySchema>

export const webhookEndpointPageSchema = pageOf(webhookEndpointSchema)
