import { z } from 'zod'
import { cursorQuerySchema, pageOf, timestampSchema } from './common.ts'

/** The id that a counter chose for itself. It never changes and is not secret. */
export const auditCounterSchema = z
  .string()
  .regex(/^[0-9A-Za-z_-]{8,64}$/)
  .meta({
    description:
      'The id that the counter chose for itself: 8 to 64 letters, digits, underscores and hyphens.',
  })

const headFields = {
  /** Number of entries in the counter's audit log so far. */
  sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({
      description: 'SHA-256 hash of the latest entry chained with all entries before it, in hexadecimal.',
    }),
  recorded_at: timestampSchema.meta({
    description: "When the counter wrote the entry, by the counter's clock.",
  }),
  has_people: z.boolean().meta({
    description:
      'Whether people sign in at this counter. It reveals a counter whose list of people was lost or removed.',
  }),
}
const auditHeadSchema = z.object(headFields).meta({ id: 'AuditHead' })

/** Ours: the head of a counter's audit log, stored where the people at the counter cannot change it. */
export const auditAnchorSchema = z
  .object({
    id: z.string(),
    entity: z.literal('audit_anchor'),
    counter: z.string(),
    ...headFields,
    status: z.enum(['accepted', 'refused']),
    /** `goes_back`: the entry precedes the newest kept one; `other_hash`: a kept entry has another hash. */
    refused_because: z.enum(['goes_back', 'other_hash']).nullable(),
    /** The kept head that still counts; null unless this one was refused. */
    standing: auditHeadSchema.nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'AuditAnchor' })
export type AuditAnchor = z.infer<typeof auditAnchorSchema>

export const createAuditAnchorBodySchema = z.strictObject({ counter: auditCounterSchema, ...headFields })
export type CreateAuditAnchorBody = z.infer<typeof createAuditAnchorBodySchema>

export const listAuditAnchorsQuerySchema = cursorQuerySchema.extend({
  counter: auditCounterSchema.optional(),
  status: auditAnchorSchema.shape.status.optional(),
})
export const auditAnchorPageSchema = pageOf(auditAnchorSchema)
