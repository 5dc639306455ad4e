import { z } from 'zod'

/** Data that this computer could not write to its disk and keeps retrying. */
export const unsavedSchema = z.object({
  /** The counter's journal: until it is written, no card is charged and no cash taken. */
  journal: z.boolean(),
  /** Number of cash movements that are missing in the drawer's ledger: until then the drawer cannot be counted. */
  cash: z.number().int(),
})
export type Unsaved = z.infer<typeof unsavedSchema>
