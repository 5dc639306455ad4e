import { z } from 'zod'
import { entryModeSchema } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'

/**
 * How a terminal read the card of a token (section 4.4, read_card and read_manual), stored in the method's meta_data. A
 * payment with the token reports it, so that a chip read stays one; so clients must not write these fields.
 */
const readByTerminalSchema = z.object({ entry_mode: entryModeSchema, card_present: z.literal(true) })
export type ReadByTerminal = z.infer<typeof readByTerminalSchema>

/** @returns null for a method that was not made by a terminal. */
export const readByTerminal = ({ meta_data }: Pick<PaymentMethod, 'meta_data'>): ReadByTerminal | null =>
  readByTerminalSchema.safeParse(meta_data).data ?? null

/**
 * Returns the first field in a new meta_data that only a terminal may write and that differs from the terminal's value.
 */
export function forgedField(
  method: Pick<PaymentMethod, 'meta_data'>,
  meta_data: Readonly<Record<string, unknown>>,
): string | null {
  const written: Readonly<Record<string, unknown>> = readByTerminal(method) ?? {}
  const fields = Object.keys(readByTerminalSchema.shape)
  return fields.find((field) => field in meta_data && meta_data[field] !== written[field]) ?? null
}
