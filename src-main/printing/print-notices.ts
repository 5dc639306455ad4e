import { z } from 'zod'
import type { PrintingStatus } from '../../src-shared/pos/printing/printers.ts'
import { type JsonFile, jsonFile } from '../settings/json-file.ts'

/** The numbers of receipts that are not on paper as they should be, until somebody has seen it: a restart forgets none. */
export type PrintNotices = Pick<PrintingStatus, 'not_queued' | 'incomplete'>

const noticesFileSchema = z.object({
  version: z.literal(1),
  not_queued: z.array(z.string()),
  incomplete: z.array(z.string()),
})

export const noticesFile = (path: string): JsonFile<z.infer<typeof noticesFileSchema>> =>
  jsonFile(path, noticesFileSchema, { version: 1, not_queued: [], incomplete: [] })
