import { z } from 'zod'
import { terminalSharePattern } from '../../terminal/activation.ts'
import { claimCodePattern } from '../../terminal/claim-code.ts'
import { progressSchema } from '../../terminal/progress.ts'
import { hex32Schema } from '../../terminal/proofs.ts'
import { serviceKeySchema } from '../../terminal/service-key.ts'
import { amountSchema, timestampSchema } from './common.ts'
import {
  receiptDataSchema,
  signatureFormatSchema,
  signatureImageTypeSchema,
  signatureSchema,
} from './payment.ts'

/** A terminal's serial identifier. */
export const hsnSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9._-]+$/)

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

/** How far a person at the terminal has got with the code; the code itself is answered once, to whoever asked for it. */
const pendingActivationSchema = z.object({
  expires_at: timestampSchema,
  wrong_guesses: z.number().int(),
  /** 0: the code is void. */
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
    /** Ours: the activation code that was issued and not used yet; absent where there is none. */
    pending_activation: pendingActivationSchema.optional(),
  })
  .meta({ id: 'Terminal' })
export type Terminal = z.infer<typeof terminalSchema>

const withHsn = { hsn: hsnSchema }

/** Which POS connects (ours): by its id it finds its own session again, by its name others know who is there. */
export const terminalClientSchema = z.strictObject({
  /** Opaque, and known to this POS alone: whoever sends it may replace the session it opened. */
  id: z.string().min(1).max(64),
  /** For people, such as "Counter 2". */
  name: z.string().min(1).max(100).optional(),
})

/** `force` is the string "true" (section 4.4); booleans are taken too. */
export const connectBodySchema = z.strictObject({
  ...withHsn,
  force: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  client: terminalClientSchema.optional(),
})
export const connectReplySchema = z.object({ session_key: z.string(), expires_at: timestampSchema })

export const hsnBodySchema = z.strictObject(withHsn)

/** Twelve digits that are printed on a terminal, or shown on its screen, without the blanks between them. */
export const claimCodeSchema = z.string().regex(claimCodePattern)
export const activationCodeBodySchema = z.strictObject({
  ...withHsn,
  /** Ours: proves that the terminal is at hand, and takes it over from whoever holds it. */
  claim_code: claimCodeSchema.optional(),
})

export const transferBodySchema = z.strictObject({ ...withHsn, account_id: z.string().min(1).max(64) })
export const merchantBodySchema = z.strictObject({ merchant_id: z.string().min(1).max(50) })

/** ISO 8601; without an offset it is the time of the merchant's clock. */
export const dateTimeBodySchema = z.strictObject({
  ...withHsn,
  dateTime: z.iso.datetime({ offset: true, local: true }),
})
export const dateTimeReplySchema = z.object({
  success: z.literal(true),
  date_time: timestampSchema,
  /** How far the terminal's clock was off before, ms; positive when it ran ahead. */
  offset_ms: z.number().int(),
})

export const activationCodeReplySchema = z.object({
  activation_code: z.string().regex(/^\d{8}$/),
  expires_at: timestampSchema,
})

export const listTerminalsReplySchema = z.object({ terminals: z.array(hsnSchema) })
export const terminalDetailsReplySchema = z.object({ terminal_details: z.array(terminalSchema) })

export const pingReplySchema = z.object({
  /** The terminal's link to the service is up and it answered now. */
  connected: z.boolean(),
  /** The caller's session is open; asked without x-session-key, whether anybody's is. */
  session_open: z.boolean(),
  /** Of the caller's own session; null without x-session-key. */
  session_expires_at: timestampSchema.nullable(),
  /** A command is running on the terminal. */
  busy: z.boolean(),
  /** Time for the terminal to answer, ms; null when it did not. */
  latency_ms: z.number().int().nullable(),
})

export const successReplySchema = z.object({ success: z.literal(true) })

export const displayBodySchema = z.strictObject({ ...withHsn, text: z.string().max(1000) })
export const displayReplySchema = z.object({ text: z.string() })

const promptSchema = z.string().max(200)

export const panPadVersionReplySchema = z.object({ version: z.string() })

export const readConfirmationBodySchema = z.strictObject({
  ...withHsn,
  prompt: promptSchema.min(1),
  beep: z.boolean().optional(),
})
export const readConfirmationReplySchema = z.object({ confirmed: z.boolean() })

/** 1 to 32. */
const length = '(?:[1-9]|[12]\\d|3[0-2])'

/**
 * Section 4.4, read_input, case-sensitive: PHONE, AMOUNT, MMYY, or digits (`N`) or letters and digits (`AN`) of
 * exactly x (`Nx`) or of x to y (`Nx,y`) characters, at most 32.
 */
export const inputFormatSchema = z
  .string()
  .regex(new RegExp(`^(?:PHONE|AMOUNT|MMYY|A?N${length}|A?N(?:0|${length}),${length})$`))
  .refine((format) => {
    const [shortest = 0, longest = shortest] = format.replace(/^A?N/, '').split(',').map(Number)
    return !(shortest > longest)
  }, 'a format whose shortest length is not above its longest, such as N4,6')

export const readInputBodySchema = z.strictObject({
  ...withHsn,
  prompt: promptSchema.optional(),
  format: inputFormatSchema,
  beep: z.boolean().optional(),
})
export const readInputReplySchema = z.object({ input: z.string() })

const presetSchema = z.number().int().min(1).max(100)

/**
 * At least one of presets and custom must be offered; the service checks it. Three presets, as terminals in the field
 * have it (docs/decisions): with the custom amount and no tip, more does not fit their screens.
 */
export const tipBodySchema = z.strictObject({
  ...withHsn,
  prompt: promptSchema.optional(),
  amount: amountSchema,
  include_custom_tip_amount: z.boolean().optional(),
  tip_percent_presets: z.array(presetSchema).max(3).optional(),
})
const centsText = z.string().regex(/^\d{1,16}$/)
/** Cents as strings (section 4.4). */
export const tipReplySchema = z.object({ tip: centsText, amount: centsText, total: centsText })

/** "width,height" in pixels, each 1..999. */
export const signatureDimensionsSchema = z.string().regex(/^[1-9]\d{0,2},[1-9]\d{0,2}$/)

const signatureOptions = {
  gzip_signature: z.boolean().optional(),
  signature_format: signatureFormatSchema.optional(),
  signature_image_type: signatureImageTypeSchema.optional(),
  signature_dimensions: signatureDimensionsSchema.optional(),
}

export const readSignatureBodySchema = z.strictObject({
  ...withHsn,
  /** At most what the smallest signature pads in the field show beside the line (docs/decisions). */
  prompt: z.string().min(1).max(16),
  ...signatureOptions,
})
export const readSignatureReplySchema = z.object({ signature: signatureSchema })

const printDelaySchema = z.number().int().min(0).max(60_000)

export const printReceiptBodySchema = z.strictObject({
  ...withHsn,
  payment_id: z.string().min(1).max(64),
  print_extra_receipt: z.boolean().optional(),
  print_delay: printDelaySchema.optional(),
})
export const printReceiptReplySchema = z.object({ receipt_data: receiptDataSchema })

/** What read_card and read_manual share: both make a token and charge nothing (section 4.4). */
const tokenFields = {
  ...withHsn,
  amount: amountSchema,
  include_signature: z.boolean().optional(),
  beep: z.boolean().optional(),
  ...signatureOptions,
}

export const readCardBodySchema = z.strictObject({
  ...tokenFields,
  include_amount_display: z.boolean().optional(),
  confirm_amount: z.boolean().optional(),
  include_pin: z.boolean().optional(),
  aid: z.enum(['debit', 'credit']).optional(),
})

/** Where the date is not asked for, the payment method's exp_month and exp_year are empty. */
export const readManualBodySchema = z.strictObject({
  ...tokenFields,
  include_expiration_date: z.boolean().optional(),
})

/** What auth_card and auth_manual share (section 4.4). Delays are milliseconds. */
const authorizationFields = {
  ...withHsn,
  payment_intent_id: z.string().min(1).max(64),
  auth_code: z.string().max(20).optional(),
  print_receipt: z.boolean().optional(),
  include_signature: z.boolean().optional(),
  include_amount_display: z.boolean().optional(),
  beep: z.boolean().optional(),
  include_avs: z.boolean().optional(),
  clear_display_delay: z.number().int().min(0).max(60_000).optional(),
  print_delay: printDelaySchema.optional(),
  print_extra_receipt: z.boolean().optional(),
  ...signatureOptions,
  receipt_header: z.string().max(500).optional(),
  receipt_footer: z.string().max(500).optional(),
  receipt_dba: z.string().max(100).optional(),
  receipt_phone: z.string().max(50).optional(),
  receipt_address1: z.string().max(100).optional(),
  receipt_address2: z.string().max(100).optional(),
}

export const authCardBodySchema = z.strictObject({
  ...authorizationFields,
  aid: z.enum(['debit', 'credit']).optional(),
  bin: z.boolean().optional(),
  include_pin: z.boolean().optional(),
  confirm_amount: z.boolean().optional(),
})
export type AuthCardBody = z.infer<typeof authCardBodySchema>

export const authManualBodySchema = z.strictObject({
  ...authorizationFields,
  include_cvv: z.boolean().optional(),
})

export const cancelReplySchema = z.object({
  /** True when a command was running and has been asked to stop; the outcome is that command's own answer. */
  cancelled: z.boolean(),
})

export const eventsQuerySchema = z.strictObject(withHsn)

/** One server-sent event of a terminal: progress as the customer sees it, or its link. */
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
       * How the caller's session ended: another POS took the terminal over, its time ran out, it was closed, or the
       * same POS (by its client id) opened a new one.
       */
      ended_by: z.enum(['force', 'expiry', 'disconnect', 'replaced']),
      /** Who took it over with force; null otherwise. */
      by: z.object({ name: z.string().nullable() }).nullable(),
      /** What was stopped with it before a card was with the processor: nothing was charged by it. */
      cancelled: z.object({ command: z.string(), payment_intent_id: z.string().nullable() }).nullable(),
      at: timestampSchema,
    }),
  ])
  .meta({ id: 'TerminalEvent' })
export type TerminalEvent = z.infer<typeof terminalEventSchema>

/** What a terminal of version 1 of the link sends: refused by its name. */
const notTheCode = z.never().optional().meta({
  description:
    'Not sent any more: version 2 of the link proves the code. A terminal that sends it needs new software.',
})

/** Of eight accounts at most, less the first. */
const furtherShares = 7
const activationShareSchema = z.string().regex(terminalSharePattern)

/** The two requests by which a terminal joins its merchant (docs/terminals.md): no API key, the code is the proof. */
export const beginActivationBodySchema = z.strictObject({
  ...withHsn,
  share: activationShareSchema,
  activation_code: notTheCode,
})
export const beginActivationReplySchema = z.object({
  service_share: hex32Schema,
  /** Where several accounts have a code open for this serial number: one share for each of the others. */
  further_shares: z.array(hex32Schema).max(furtherShares).optional(),
})

export const activateBodySchema = z.strictObject({
  ...withHsn,
  share: activationShareSchema,
  proof: hex32Schema,
  /** One for each of `further_shares`. */
  further_proofs: z.array(hex32Schema).max(furtherShares).optional(),
  device_type: z.string().min(1).max(100),
  activation_code: notTheCode,
})
export const activateReplySchema = z.object({
  name: z.string(),
  /** The service's own, which the terminal pins. */
  service_key: serviceKeySchema,
  proof: hex32Schema,
})
