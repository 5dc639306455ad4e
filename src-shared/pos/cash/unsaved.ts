import { z } from 'zod'

/** What this computer could not write on its disk, and goes on trying. */
export const unsavedSchema = z.object({
  /** The counter's journal: no card is charged and no cash taken before it can be written. */
  journal: z.boolean(),
  /** How often cash came or went that the drawer's ledger does not have: it cannot be counted. */
  cash: z.number().int(),
})
export type Unsaved = z.infer<typeof unsavedSchema>
