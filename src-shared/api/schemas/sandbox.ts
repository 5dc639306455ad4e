import { z } from 'zod'
import { receiptLineSchema } from '../../receipt/lines.ts'
import { timestampSchema } from './common.ts'
import { hsnSchema } from './terminal.ts'

/** How a virtual terminal behaves (section 4.4; terminal.md of the docs). */
export const virtualTerminalScripts = [
  'approve',
  'decline',
  'customer_cancels',
  'silent',
  'drops_link',
  'no_signature',
  'tip_20',
] as const
export const virtualTerminalScriptSchema = z.enum(virtualTerminalScripts)
export type VirtualTerminalScript = z.infer<typeof virtualTerminalScriptSchema>

export const entryChoiceSchema = z.enum(['insert', 'tap', 'swipe', 'manual'])

const behaviour = {
  script: virtualTerminalScriptSchema.optional(),
  /** A test card's number; the script's own card without it. */
  card: z
    .string()
    .regex(/^\d{12,19}$/)
    .optional(),
  entry: entryChoiceSchema.optional(),
  /** The tip the customer chooses: cents, or a whole percent such as "20%". */
  tip: z.union([z.number().int().min(0), z.string().regex(/^\d{1,3}%$/)]).optional(),
}

export const createVirtualTerminalBodySchema = z.strictObject({ hsn: hsnSchema, ...behaviour })
export const updateVirtualTerminalBodySchema = z.strictObject(behaviour)
export const hsnParamsSchema = z.strictObject({ hsn: hsnSchema })

export const virtualTerminalSchema = z
  .object({
    hsn: hsnSchema,
    connected: z.boolean(),
    script: virtualTerminalScriptSchema,
    /** What its screen shows now, as text. */
    screen: z.object({ name: z.string(), lines: z.array(z.string()) }),
    /** Every receipt it printed, oldest first. */
    printed: z.array(z.array(receiptLineSchema)),
  })
  .meta({ id: 'VirtualTerminal' })
export type VirtualTerminal = z.infer<typeof virtualTerminalSchema>

export const advanceClockBodySchema = z.strictObject({ seconds: z.number().int().min(0).max(31_536_000) })
export const advanceClockReplySchema = z.object({ now: timestampSchema })
