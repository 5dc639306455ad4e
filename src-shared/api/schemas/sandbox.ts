import { z } from 'zod'
import { receiptLineSchema } from '../../receipt/lines.ts'
import { timestampSchema } from './common.ts'
import { hsnSchema } from './hsn.ts'
import { claimCodeSchema } from './terminal-activation.ts'

/** What the customer at a virtual terminal does, or the terminal's fault (docs/sandbox.md describes each). */
export const virtualTerminalScripts = [
  'approve',
  'decline',
  'partial',
  'tip_20',
  'custom_tip',
  'customer_cancels',
  'silent',
  'contactless',
  'phone',
  'taps_then_inserts',
  'taps_then_pin',
  'swipe',
  'swipes_chip_card',
  'fallback_swipe',
  'fallback_keyed',
  'card_unreadable',
  'debit',
  'debit_as_credit',
  'wrong_pin',
  'pin_blocked',
  'pin_bypass',
  'removes_card',
  'signature_retry',
  'no_signature',
  'no_screen',
  'no_printer',
  'no_pin_pad',
  'paper_out',
  'prints_nothing',
  'drops_link',
  'reboots',
  'slow_link',
  'clock_drift',
  'answers_twice',
  'answers_late',
  'ignores_cancel',
] as const
export const virtualTerminalScriptSchema = z.enum(virtualTerminalScripts)
export type VirtualTerminalScript = z.infer<typeof virtualTerminalScriptSchema>

/** How the customer pays: inserts the chip, taps the card or a phone, swipes, or types the number. */
export const entryChoiceSchema = z.enum(['insert', 'tap', 'phone', 'swipe', 'manual'])

const behaviour = {
  script: virtualTerminalScriptSchema.optional(),
  /** The number of a test card; defaults to the script's own card. */
  card: z
    .string()
    .regex(/^\d{12,19}$/)
    .optional(),
  entry: entryChoiceSchema.optional(),
  /** The tip that the customer chooses: cents, or a whole percent such as "20%". */
  tip: z.union([z.number().int().min(0), z.string().regex(/^\d{1,3}%$/)]).optional(),
  /** What the customer types when asked for a PIN. The PIN of every test card is 1234. */
  pin: z
    .string()
    .regex(/^\d{4,12}$/)
    .optional(),
  /** How long the customer takes for each step, in ms. */
  think_ms: z.number().int().min(0).max(300_000).optional(),
  /** Transit time of each message of the link, in ms; the order is kept. Hello times out after 10 s. */
  latency_ms: z.number().int().min(0).max(8_000).optional(),
  /** How long the terminal delays each result, in ms; it sends it even after a cancel of the command. */
  answer_delay_ms: z.number().int().min(0).max(300_000).optional(),
  /** How far the terminal's clock is ahead, in ms; negative if it is behind. */
  clock_offset_ms: z.number().int().min(-31_536_000_000).max(31_536_000_000).optional(),
  /** How much further ahead it gets per hour, in ms; negative if it loses time. */
  clock_drift_ms_per_hour: z.number().int().min(-3_600_000).max(3_600_000).optional(),
}

export const createVirtualTerminalBodySchema = z.strictObject({ hsn: hsnSchema, ...behaviour })
export const updateVirtualTerminalBodySchema = z.strictObject(behaviour)
export const hsnParamsSchema = z.strictObject({ hsn: hsnSchema })

export const virtualTerminalSchema = z
  .object({
    hsn: hsnSchema,
    connected: z.boolean(),
    script: virtualTerminalScriptSchema,
    /** The current content of its screen, as text. */
    screen: z.object({ name: z.string(), lines: z.array(z.string()) }),
    /** The code that its maker printed on it: proves who has the terminal at hand (docs/terminals.md). */
    claim_code: claimCodeSchema,
    /** The last hundred receipts that it printed, oldest first. */
    printed: z.array(z.array(receiptLineSchema)),
  })
  .meta({ id: 'VirtualTerminal' })
export type VirtualTerminal = z.infer<typeof virtualTerminalSchema>

export const advanceClockBodySchema = z.strictObject({ seconds: z.number().int().min(0).max(31_536_000) })
export const advanceClockReplySchema = z.object({ now: timestampSchema })
