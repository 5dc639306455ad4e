import { z } from 'zod'
import {
  activateBodySchema,
  activateReplySchema,
  beginActivationBodySchema,
  beginActivationReplySchema,
} from '../api/schemas/terminal-activation.ts'

/** Random for each link: two cables whose plugs are swapped are noticed by it. */
const linkNameSchema = z.string().max(64)

/**
 * A terminal on the counter's serial port sends the messages that it would send over a WebSocket (messages.ts), one
 * JSON message per SLIP frame, 115200 baud. A serial line cannot dial, so these frames replace dialling:
 *
 *   terminal                        counter (carries to the service)
 *     dial, every second    ───▶      opens /terminals/link
 *                           ◀───    open {link}
 *     hello, result … ◀──▶ welcome, command …      passed on as they are
 *                           ◀───    closed {code}   the link to the service ended: dial again
 *     beat {link}, every 2 s ──▶      a line that is silent for 8 s has no terminal any more; the beat of another
 *                                     link is a terminal that was moved here from another port: closed
 *     hang_up               ───▶
 *     begin_activation      ───▶      POST /terminals/activate/begin
 *                           ◀───    activation_begun {service_share} | not_activated {reason}
 *     activate {proof}      ───▶      POST /terminals/activate
 *                           ◀───    activated {service_key, proof} | not_activated {reason}
 */
export const serialFromTerminalSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('dial') }),
  z.object({
    type: z.literal('beat'),
    /** As in `open`; a terminal that does not send it is not checked. */
    link: linkNameSchema.optional(),
  }),
  z.object({ type: z.literal('hang_up') }),
  z.object({ type: z.literal('begin_activation'), ...beginActivationBodySchema.shape }),
  z.object({ type: z.literal('activate'), ...activateBodySchema.shape }),
])
export type SerialFromTerminal = z.infer<typeof serialFromTerminalSchema>

export const serialToTerminalSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), link: linkNameSchema.optional() }),
  z.object({ type: z.literal('closed'), code: z.number().int(), reason: z.string() }),
  z.object({ type: z.literal('activation_begun'), ...beginActivationReplySchema.shape }),
  z.object({ type: z.literal('activated'), ...activateReplySchema.shape }),
  /** `final`: the service refused; without it, it could not be reached. */
  z.object({ type: z.literal('not_activated'), reason: z.string(), final: z.boolean() }),
])
export type SerialToTerminal = z.infer<typeof serialToTerminalSchema>

export const serialBaudRate = 115_200
export const serialBeatMs = 2_000
export const serialSilenceMs = 8_000

/** Maximum length of a frame, in bytes: longer ones are noise. The longest valid frame has a receipt or a signature. */
export const longestFrame = 1_048_576
