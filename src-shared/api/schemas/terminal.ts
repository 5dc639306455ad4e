import { z } from 'zod'
import { progressSchema } from '../../terminal/progress.ts'
import { isReadableName, tidyTerminalName } from '../../terminal/terminal-name.ts'
import { optionalField, sentLocalTimeSchema, timestampSchema } from './common.ts'
import { hsnSchema } from './hsn.ts'

/** Section 2.10. */
export const deviceCapabilitiesSchema = z
  .object({
    screen_dimension_x: z.number().int().min(0).max(99_999),
    screen_dimension_y: z.number().int().min(0).max(99_999),
    pin_pad: z.boolean(),
    msr: z.boolean(),
    emv: z.boolean(),
    nfc: z.boolean(),
    signature: z.boolean(),
    printer: z.boolean(),
  })
  .meta({ id: 'DeviceCapabilities' })
export type DeviceCapabilities = z.infer<typeof deviceCapabilitiesSchema>

/** The state of an activation code; the code itself is returned only once, to the caller who requested it. */
const pendingActivationSchema = z.object({
  expires_at: timestampSchema,
  wrong_guesses: z.number().int(),
  /** At 0 the code is void. */
  guesses_left: z.number().int(),
})

export const terminalSchema = z
  .object({
    hsn: hsnSchema,
    name: z.string(),
    connected: z.boolean(),
    device_type: z.string(),
    environment: z.string(),
    device_capabilities: deviceCapabilitiesSchema,
    /** Ours, like the fields below: the software version that it reported when it last connected. */
    software_version: z.string().optional(),
    /** When it last connected to the service; absent if it never did. */
    linked_at: timestampSchema.optional(),
    /** How far its clock was off when last set, in ms (positive: ahead), and when it was set. */
    clock: z.object({ offset_ms: z.number().int(), set_at: timestampSchema }).optional(),
    /** The name of the current session's holder and its start; null if there is no session. */
    held_by: z.object({ name: z.string().nullable(), since: timestampSchema }).nullable().optional(),
    /** The activation code that is issued but not used; absent if there is none. */
    pending_activation: pendingActivationSchema.optional(),
  })
  .meta({ id: 'Terminal' })
export type Terminal = z.infer<typeof terminalSchema>

export const withHsn = { hsn: hsnSchema }

/** The POS that connects (ours): it regains its own session by id; others see its name. */
export const terminalClientSchema = z.strictObject({
  /** Opaque and secret to this POS: a caller that sends it may replace the session that it opened. */
  id: z.string().min(1).max(64),
  /** A name for people, such as "Counter 2". */
  name: z.string().min(1).max(100).optional(),
})

/** `force` is the string "true" (section 4.4); booleans are accepted, too. */
export const connectBodySchema = z.strictObject({
  ...withHsn,
  force: optionalField(
    z.union([z.boolean(), z.enum(['true', 'false'])]),
    "true ends another client's session and cancels its running command.",
  ),
  client: optionalField(
    terminalClientSchema,
    'The POS that connects. It uses its id to regain its own session.',
  ),
})
export const connectReplySchema = z.object({
  session_key: z.string(),
  /** Ours, like all optional fields of these replies (section 4.4 does not show them). */
  expires_at: timestampSchema.optional(),
})

/** The terminal's name for people: one visible line. */
export const terminalNameSchema = z
  .string()
  .overwrite(tidyTerminalName)
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u)
  .refine(isReadableName, {
    error: 'a visible name without characters that change the direction of text',
  })
export const renameTerminalBodySchema = z.strictObject({ ...withHsn, name: terminalNameSchema })

export const hsnBodySchema = z.strictObject(withHsn)
export const merchantBodySchema = z.strictObject({
  merchant_id: z
    .string()
    .min(1)
    .max(50)
    .meta({ description: 'The merchant id of the account (GET /accounts/{id}).' }),
})

export const dateTimeBodySchema = z.strictObject({
  ...withHsn,
  dateTime: sentLocalTimeSchema.meta({
    description: "ISO 8601. Without an offset, it is the merchant's local time.",
  }),
})
export const dateTimeReplySchema = z.object({
  success: z.literal(true),
  date_time: timestampSchema.optional(),
  offset_ms: optionalField(
    z.number().int(),
    "How far the terminal's clock was off before it was set, in ms. Positive if it was ahead.",
  ),
})

export const listTerminalsReplySchema = z.object({ terminals: z.array(hsnSchema) })
export const terminalDetailsReplySchema = z.object({ terminal_details: z.array(terminalSchema) })

export const pingReplySchema = z.object({
  connected: optionalField(z.boolean(), 'Whether the terminal answered just now.'),
  session_open: z.boolean().meta({
    description: "Whether the caller's session is open. Without x-session-key: whether any session is open.",
  }),
  /** When the caller's own session expires; null without x-session-key. */
  session_expires_at: timestampSchema.nullable(),
  busy: optionalField(z.boolean(), 'Whether a command is running on the terminal.'),
  latency_ms: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Time until the terminal answered, in ms. null if it did not answer.' }),
})

export const successReplySchema = z.object({ success: z.literal(true) })

export const panPadVersionReplySchema = z.object({ version: z.string() })

export const cancelReplySchema = z.object({
  cancelled: z.boolean().meta({
    description:
      'Whether a command was running and was asked to stop. The response of that command has its outcome.',
  }),
})

export const eventsQuerySchema = z.strictObject(withHsn)

/** One server-sent event of a terminal: the customer's progress, or a change of its link or session. */
export const terminalEventSchema = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('progress'),
      hsn: hsnSchema,
      command: z.string(),
      payment_intent_id: z.string().nullable(),
      step: progressSchema,
      at: timestampSchema,
    }),
    z.object({ type: z.literal('link'), hsn: hsnSchema, connected: z.boolean(), at: timestampSchema }),
    z.object({
      type: z.literal('session'),
      hsn: hsnSchema,
      /**
       * Why the caller's session ended: another POS took the terminal over, the session expired or was closed, or the
       * same POS (by its client id) opened a new one.
       */
      ended_by: z.enum(['force', 'expiry', 'disconnect', 'replaced']),
      /** The POS that took over by force; otherwise null. */
      by: z.object({ name: z.string().nullable() }).nullable(),
      /** The command that was stopped before a card reached the processor: it charged nothing. */
      cancelled: z.object({ command: z.string(), payment_intent_id: z.string().nullable() }).nullable(),
      at: timestampSchema,
    }),
  ])
  .meta({ id: 'TerminalEvent' })
export type TerminalEvent = z.infer<typeof terminalEventSchema>
