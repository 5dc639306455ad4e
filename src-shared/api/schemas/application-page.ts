import { z } from 'zod'
import { applicationSchema, updateApplicationBodySchema } from './application.ts'
import { revisionSchema, timestampSchema } from './common.ts'

/** POST /applications/{id}/link: the link allows filling in the application, and nothing else. */
export const applicationLinkSchema = z
  .object({
    application_id: z.string(),
    link: z.string().meta({
      description:
        'The address of the hosted form, for the applicant only. It contains a secret that is returned only in this response.',
    }),
    expires_at: timestampSchema,
  })
  .meta({ id: 'ApplicationLink' })

/** The data that the hosted form shows. */
export const applicationPageSchema = z
  .object({
    id: z.string(),
    entity: z.literal('application_page'),
    business_name: z.string(),
    application: applicationSchema,
    revision: revisionSchema,
    /** Paths of the fields that a submission still needs. */
    missing: z.array(z.string()),
    /** Document types that the underwriter requested and that have not been uploaded since. */
    documents_missing: z.array(z.string()),
    /** Whether the status still permits changes. */
    may_change: z.boolean(),
    link_expires_at: timestampSchema,
  })
  .meta({ id: 'ApplicationForm' })
export type ApplicationPage = z.infer<typeof applicationPageSchema>

/** The fields that the applicant fills in: the partner sets the plan and the sales ids. */
export const saveApplicationPageBodySchema = updateApplicationBodySchema
  .omit({ business_id: true, processing_plan_id: true, sales_code_id: true })
  .extend({ revision: revisionSchema.optional() })
