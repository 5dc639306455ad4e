import { z } from 'zod'
import { amountSchema, timestampSchema } from '../api/schemas/common.ts'
import { hsnSchema } from '../api/schemas/hsn.ts'
import {
  entryModeSchema,
  signatureFormatSchema,
  signatureImageTypeSchema,
  signatureSchema,
} from '../api/schemas/payment.ts'
import { deviceCapabilitiesSchema } from '../api/schemas/terminal.ts'
import { languages } from '../language.ts'
import { holdsCardData, holdsCardInHex } from '../payments/card-data.ts'
import { receiptLineSchema } from '../receipt/lines.ts'
import { encryptedCardSchema } from './card-encryption.ts'
import { linkProtocol } from './handshake.ts'
import { progressSchema } from './progress.ts'
import { hex32Schema } from './proofs.ts'
import { serviceKeySchema, successionSchema } from './service-key.ts'

/**
 * The messages between the service and a terminal, free of framing: one JSON message per WebSocket frame
 * on `/terminals/link`, or per SLIP frame on a serial line.
 *
 *   terminal                       service
 *                          ◀───   challenge (nonce)
 *     hello (nonce, proof) ───▶
 *                          ◀───   welcome (public key, time, proof) | refused
 *                          ◀───   command {id}          one at a time
 *     progress {id}        ───▶
 *                          ◀───   cancel {id}           a request; the result decides
 *     result {id}          ───▶
 *     ping ◀──▶ pong                either side
 */

/** The commands for a terminal. Prompts end after `prompt_timeout_ms`. */
export const terminalCommandSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('display'), text: z.string() }),
  z.object({ name: z.literal('version') }),
  z.object({ name: z.literal('set_clock'), date_time: timestampSchema }),
  z.object({ name: z.literal('read_confirmation'), prompt: z.string(), beep: z.boolean() }),
  z.object({ name: z.literal('read_input'), prompt: z.string(), format: z.string(), beep: z.boolean() }),
  z.object({
    name: z.literal('tip'),
    prompt: z.string(),
    amount: amountSchema,
    currency: z.string(),
    percent_presets: z.array(z.number().int()),
    custom: z.boolean(),
  }),
  z.object({
    name: z.literal('read_card'),
    /** null: the terminal does not know the amount. */
    amount: amountSchema.nullable(),
    /** False: the amount is not shown beside the prompt for the card. Default: true. */
    show_amount: z.boolean().optional(),
    currency: z.string(),
    confirm_amount: z.boolean(),
    aid: z.enum(['debit', 'credit']).nullable(),
    include_pin: z.boolean(),
    include_avs: z.boolean(),
    beep: z.boolean(),
    /** The bank declined the card, but would approve it by chip, or by chip and PIN. */
    wants: z.enum(['chip', 'pin']).optional(),
  }),
  z.object({
    name: z.literal('read_manual'),
    amount: amountSchema.nullable(),
    currency: z.string(),
    /** False: the card's date is not asked for. Default: true. */
    include_expiry: z.boolean().optional(),
    include_cvv: z.boolean(),
    include_avs: z.boolean(),
    beep: z.boolean(),
  }),
  z.object({
    name: z.literal('read_signature'),
    prompt: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    format: signatureFormatSchema,
    image_type: signatureImageTypeSchema,
    gzip: z.boolean(),
  }),
  z.object({
    /** Shows the outcome of the authorization; the terminal itself asks for the removal of the card. */
    name: z.literal('show_outcome'),
    approved: z.boolean(),
    message: z.string(),
    amount: amountSchema,
    currency: z.string(),
    clear_after_ms: z.number().int(),
  }),
  z.object({ name: z.literal('print'), lines: z.array(receiptLineSchema), delay_ms: z.number().int() }),
  /** Ends whatever is shown and returns to the welcome screen. */
  z.object({ name: z.literal('clear') }),
])
export type TerminalCommand = z.infer<typeof terminalCommandSchema>
export type TerminalCommandName = TerminalCommand['name']

/** Schema of bytes in hexadecimal, with a minimum and a maximum number of bytes. */
const hexadecimal = (fewest: number, most: number) =>
  z
    .string()
    .regex(new RegExp(`^([0-9A-Fa-f]{2}){${fewest},${most}}$`))
    // A text that is too long is refused for its length, so it is not searched.
    .refine((text) => text.length > 2 * most || !holdsCardInHex(text))
/** Text from a terminal. It is shown, printed and stored, so it must not contain card data. */
const shortText = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => text.length > longest || !holdsCardData(text))

/** Data of the chip or the stripe other than the card data (EMV tags in hexadecimal). */
export const chipDataSchema = z.object({
  aid: hexadecimal(5, 16),
  application_label: shortText(16),
  application_preferred_name: shortText(16),
  tvr: hexadecimal(5, 5),
  tsi: hexadecimal(2, 2),
  iad: hexadecimal(0, 32),
  /** Two characters from the issuer; empty if the issuer was not asked. */
  arc: z.string().regex(/^([A-Za-z0-9]{2})?$/),
  cryptogram: hexadecimal(8, 8),
  /** How the cardholder was verified. */
  verification: z.enum(['pin', 'signature', 'none', 'device']),
})
export type ChipData = z.infer<typeof chipDataSchema>

/** Thirteen digits, about three hundred years: fewer digits than a card number has. In ms. */
const longestOffsetMs = 9_999_999_999_999
/** In cents, with fewer digits than a card number has. */
export const mostTip = 9_999_999_999

/** The payload of a successful result, by command. An empty schema: the command returns {}. */
export const commandReplySchemas = {
  display: z.object({}),
  set_clock: z.object({ offset_ms: z.number().int().min(-longestOffsetMs).max(longestOffsetMs) }),
  show_outcome: z.object({}),
  clear: z.object({}),
  version: z.object({ version: shortText(100) }),
  read_confirmation: z.object({ confirmed: z.boolean() }),
  read_input: z.object({ input: z.string().max(32) }),
  tip: z.object({ tip: amountSchema.max(mostTip) }),
  read_card: z.object({
    entry_mode: entryModeSchema,
    card: encryptedCardSchema,
    chip: chipDataSchema.nullable(),
    /** Null on a tap: contactless cards do not contain the name. */
    cardholder_name: shortText(100).nullable(),
  }),
  read_manual: z.object({ entry_mode: entryModeSchema, card: encryptedCardSchema }),
  read_signature: z.object({ signature: signatureSchema }),
  print: z.object({}),
} as const satisfies Record<TerminalCommandName, z.ZodType>
export type CommandReply<Name extends TerminalCommandName> = z.infer<(typeof commandReplySchemas)[Name]>

export const commandFailureSchema = z.enum([
  'cancelled_at_terminal',
  'cancelled_by_service',
  'timed_out',
  'unsupported',
  'busy',
  'card_removed',
  'card_unreadable',
  'pin_blocked',
  'paper_out',
  'invalid',
])
export type CommandFailure = z.infer<typeof commandFailureSchema>

const commandIdSchema = z.string().max(64)

export const fromTerminalSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.literal(linkProtocol),
    hsn: hsnSchema,
    nonce: hex32Schema,
    proof: hex32Schema,
    device_type: shortText(100),
    firmware: shortText(100),
    capabilities: deviceCapabilitiesSchema,
    /** The terminal's own clock. */
    date_time: timestampSchema,
  }),
  z.object({ type: z.literal('progress'), id: commandIdSchema, step: progressSchema }),
  z.object({
    type: z.literal('result'),
    id: commandIdSchema,
    ok: z.literal(true),
    data: z.record(z.string(), z.unknown()),
  }),
  z.object({
    type: z.literal('failure'),
    id: commandIdSchema,
    reason: commandFailureSchema,
    message: z.string().max(500),
  }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
])
export type FromTerminal = z.infer<typeof fromTerminalSchema>

export const toTerminalSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('challenge'), protocol: z.number().int(), nonce: hex32Schema }),
  z.object({
    type: z.literal('welcome'),
    name: z.string(),
    merchant_name: z.string(),
    public_key: serviceKeySchema,
    /** How this key succeeded the earlier ones, for a terminal that knows one of them. */
    succession: successionSchema,
    date_time: timestampSchema,
    proof: hex32Schema,
  }),
  z.object({ type: z.literal('refused'), reason: z.string() }),
  z.object({
    type: z.literal('command'),
    id: z.string(),
    command: terminalCommandSchema,
    /** The terminal ends the prompt by itself after this time, in ms. */
    prompt_timeout_ms: z.number().int(),
    /** The customer's language; without it the terminal keeps its current one. */
    language: z.enum(languages).optional(),
  }),
  z.object({ type: z.literal('cancel'), id: z.string() }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
])
export type ToTerminal = z.infer<typeof toTerminalSchema>

/** Close codes of the link, by which a terminal decides whether to dial again. */
export const linkCloseCodes = {
  credentialRefused: 4401,
  /** Sent by the terminal: the service that answered is not the one that activated it. */
  serviceNotGenuine: 4403,
  replaced: 4409,
  unplugged: 4410,
  protocolOutdated: 4426,
} as const
