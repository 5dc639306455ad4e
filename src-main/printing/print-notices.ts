import { z } from 'zod'
import type { PrintingStatus } from '../../src-shared/pos/printing/printers.ts'
import { type JsonFile, jsonFile } from '../settings/json-file.ts'

/** Numbers of receipts that were not printed as they should be, kept over restarts until a person has seen them. */
export type PrintNotices = Pick<PrintingStatus, 'not_queued' | 'incomplete'>

const noticesFileSchema = z.object({
  version: z.literal(1),
  not_queued: z.array(z.string()),
  incomplete: z.array(z.string()),
})

export const noticesFile = (path: string): JsonFile<z.infer<typeof noticesFileSchema>> =>
  jsonFile(path, noticesFileSchema, { version: 1, not_queued: [], incomplete: [] })
