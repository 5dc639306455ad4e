import { z } from 'zod'
import { applicationSchema, updateApplicationBodySchema } from './application.ts'
import { revisionSchema, timestampSchema } from './common.ts'

/** POST /applications/{id}/link: whoever has the link may fill the application in, nothing else. */
export const applicationLinkSchema = z
  .object({
    application_id: z.string(),
    link: z.string().meta({ description: 'For the applicant alone: its secret is shown this once' }),
    expires_at: timestampSchema,
  })
  .meta({ id: 'ApplicationLink' })

/** What the hosted form shows. */
export const applicationPageSchema = z
  .object({
    id: z.string(),
    entity: z.literal('application_page'),
    business_name: z.string(),
    application: applicationSchema,
    revision: revisionSchema,
    /** Paths of the fields that a submission needs and that are not there yet. */
    missing: z.array(z.string()),
    /** Types that the underwriter asked for and that have not been uploaded since. */
    documents_missing: z.array(z.string()),
    /** While the status permits. */
    may_change: z.boolean(),
    link_expires_at: timestampSchema,
  })
  .meta({ id: 'ApplicationForm' })
export type ApplicationPage = z.infer<typeof applicationPageSchema>

/** What the applicant fills in: the plan and the sales ids are the partner's. */
export const saveApplicationPageBodySchema = updateApplicationBodySchema
  .omit({ business_id: true, processing_plan_id: true, sales_code_id: true })
  .extend({ revision: revisionSchema.optional() })
