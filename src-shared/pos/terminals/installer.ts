import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { hsnSchema } from '../../api/schemas/hsn.ts'
import { deviceCapabilitiesSchema } from '../../api/schemas/terminal.ts'

/** The installer's Terminals page: what is there, pairing, and a try of each operation. */

/** A serial or USB device on this computer, as the operating system lists it. */
export const deviceSchema = z.object({
  kind: z.enum(['serial', 'usb']),
  /** Such as /dev/ttyUSB0 or COM3; for USB the bus address. */
  path: z.string(),
  name: z.string(),
  /** A terminal speaks on it and is carried to the service; null: none answered. */
  hsn: z.string().nullable(),
  /** A serial port whose terminal this counter carries to the service. */
  carried: z.boolean(),
  /** Why the port that is to be carried is not open; absent where it is. */
  trouble: z.enum(['missing', 'in_use', 'denied', 'failed']).optional(),
  /** A USB device of the printer class. */
  printer: z.boolean().optional(),
})
export type Device = z.infer<typeof deviceSchema>
export type PortTrouble = NonNullable<Device['trouble']>

/** Pairing as it goes: the code is shown until the terminal answers with it. */
export const pairingSchema = z.object({
  hsn: hsnSchema,
  /** With which this code was got, and another one will be; null: nobody else held the terminal. */
  claim_code: z.string().nullable(),
  /** Eight digits, good for 15 minutes and for one terminal. */
  code: z.string(),
  expires_at: timestampSchema,
  state: z.enum(['waiting', 'paired', 'expired', 'failed']),
  /** The service's latest report: somebody typed another code, too many of them, or the right one. */
  news: z.enum(['wrong_code', 'void', 'taken']).optional(),
  detail: z.string(),
})
export type Pairing = z.infer<typeof pairingSchema>

export const pingSchema = z.object({
  hsn: z.string(),
  at: timestampSchema,
  /** Null: it did not answer. */
  latency_ms: z.number().int().nullable(),
})
export type PingRecord = z.infer<typeof pingSchema>

/** Part of the snapshot, empty unless the installer's role is open. */
export const installerStatusSchema = z.object({
  pairing: pairingSchema.nullable(),
  /** The last 50 pings of every terminal, oldest first. */
  pings: z.array(pingSchema),
  devices: z.array(deviceSchema),
})
export type InstallerStatus = z.infer<typeof installerStatusSchema>

/** One terminal of the list. */
export const terminalListItemSchema = z.object({
  hsn: z.string(),
  name: z.string(),
  connected: z.boolean(),
  device_type: z.string(),
  environment: z.string(),
  capabilities: deviceCapabilitiesSchema,
  /** The terminal that this counter charges on. */
  ours: z.boolean(),
  /** This counter's session on it: when it ends, null when there is none. */
  session_expires_at: timestampSchema.nullable(),
  /** Attached from here in training mode; it can be unplugged again. */
  virtual: z.boolean(),
  /** Its activation code was never typed: it is no terminal of the shop's so far. */
  waits_for_code: z.boolean(),
  /** Of what follows null is what the service does not say. The version of its software. */
  version: z.string().nullable(),
  /** When it last connected to the service. */
  linked_at: timestampSchema.nullable(),
  /** How far its clock was off when it was last set, and when that was. */
  clock: z.object({ offset_ms: z.number().int(), set_at: timestampSchema }).nullable(),
  /** Who has a session on it; `nobody` is known to be free. */
  held_by: z.union([
    z.literal('nobody'),
    z.object({ name: z.string().nullable(), since: timestampSchema }),
    z.null(),
  ]),
})
export type TerminalListItem = z.infer<typeof terminalListItemSchema>

/** The operations of section 4.4 that have a button of their own. auth_* are tried with a sale that is voided again. */
export const tryableOperations = [
  'ping',
  'get_pan_pad_version',
  'date_time',
  'display',
  'read_confirmation',
  'read_input',
  'tip',
  'read_signature',
  'read_card',
  'read_manual',
  'auth_card',
  'auth_manual',
  'print_receipt',
] as const
export type TryableOperation = (typeof tryableOperations)[number]

/** What the report of a test run may hold. The page has words for each; the service's own words are the `detail` of a failure. */
export const diagnosticFactNames = [
  'answered',
  'latency',
  'busy',
  'session_until',
  'version',
  'clock_set_to',
  'clock_offset',
  'shown',
  'confirmed',
  'input',
  'amount',
  'tip',
  'total',
  'signature_size',
  'brand',
  'last_four',
  'name_on_card',
  'entry_mode',
  'token',
  'single_use',
  'status',
  'authorized',
  'auth_code',
  'decline',
  'returned',
  'printed',
  'payment_id',
  'detail',
] as const
export type DiagnosticFactName = (typeof diagnosticFactNames)[number]

export interface DiagnosticFact {
  readonly name: DiagnosticFactName
  /** How `value` reads: as it stands, `true` or `false`, cents, milliseconds, or an instant (ISO 8601). */
  readonly kind: 'text' | 'yes_no' | 'cents' | 'ms' | 'time'
  readonly value: string
}

export interface DiagnosticResult {
  readonly operation: TryableOperation
  readonly hsn: string
  readonly ok: boolean
  /** Never card data beyond the last four. */
  readonly facts: readonly DiagnosticFact[]
  /** PNG data URL; null when none was taken. */
  readonly signature: string | null
  readonly took_ms: number
}
