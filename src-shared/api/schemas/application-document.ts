import { z } from 'zod'
import { documentContentTypes } from '../../boarding/document-limits.ts'
import { timestampSchema } from './common.ts'

/** The metadata of a document. */
export const applicationFileSchema = z
  .object({
    id: z.string(),
    entity: z.literal('application_document'),
    document_type: z.string(),
    file_name: z.string(),
    content_type: z.enum(documentContentTypes),
    /** Bytes. */
    size: z.number().int(),
    created_at: timestampSchema,
  })
  .meta({ id: 'ApplicationDocument' })
export type ApplicationFile = z.infer<typeof applicationFileSchema>

/** Ours. The content decides the file type, not the file name. */
export const uploadDocumentBodySchema = z.strictObject({
  document_type: z
    .string()
    .max(50)
    .regex(/^[A-Z0-9_]+$/, { error: 'capital letters, digits and underscores, such as BANK_STATEMENT' })
    .meta({
      description: 'The type of the document as listed in documents_requested, such as BANK_STATEMENT.',
    }),
  file_name: z.string().min(1).max(200),
  content: z
    .base64()
    .min(4)
    .max(6_990_508)
    .meta({ description: 'The file in base64: PDF, PNG or JPEG, at most 5 MiB.' }),
})
export type UploadDocumentBody = z.infer<typeof uploadDocumentBodySchema>

export const applicationFileContentSchema = applicationFileSchema
  .extend({ content: z.string().meta({ description: 'The content of the file, in base64.' }) })
  .meta({ id: 'ApplicationDocumentContent' })

export const documentParamsSchema = z.strictObject({
  id: z.string().min(1).max(64),
  documentId: z.string().min(1).max(64),
})
