import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { hsnSchema } from '../../api/schemas/hsn.ts'
import { deviceCapabilitiesSchema } from '../../api/schemas/terminal.ts'

/** The installer's Terminals page: the list of terminals, pairing, and a test of each operation. */

/** A serial or USB device on this computer, as listed by the operating system. */
export const deviceSchema = z.object({
  kind: z.enum(['serial', 'usb']),
  /** Such as /dev/ttyUSB0 or COM3; for USB the bus address. */
  path: z.string(),
  name: z.string(),
  /** The terminal on it that is connected to the service; null: none answered. */
  hsn: z.string().nullable(),
  /** A serial port whose terminal this counter connects to the service. */
  carried: z.boolean(),
  /** Why the serial bridge's port is not open; absent if it is. */
  trouble: z.enum(['missing', 'in_use', 'denied', 'failed']).optional(),
  /** A USB device of the printer class. */
  printer: z.boolean().optional(),
})
export type Device = z.infer<typeof deviceSchema>
export type PortTrouble = NonNullable<Device['trouble']>

/** Pairing in progress: the code is shown until the terminal redeems it. */
export const pairingSchema = z.object({
  hsn: hsnSchema,
  /** The claim code that was needed for this code and any next one; null: no one else held the terminal. */
  claim_code: z.string().nullable(),
  /** Eight digits, valid for 15 minutes and for one terminal. */
  code: z.string(),
  expires_at: timestampSchema,
  state: z.enum(['waiting', 'paired', 'expired', 'failed']),
  /** The service's latest report: a wrong code was typed, too many wrong codes, or the right one. */
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

/** A terminal in the list. Whether it is this counter's, and until when, is in the snapshot. */
export const terminalListItemSchema = z.object({
  hsn: z.string(),
  name: z.string(),
  connected: z.boolean(),
  device_type: z.string(),
  environment: z.string(),
  capabilities: deviceCapabilitiesSchema,
  /** Attached from here in training mode; it can be unplugged again. */
  virtual: z.boolean(),
  /** Its activation code was never entered, so it does not belong to the shop yet. */
  waits_for_code: z.boolean(),
  /** Version of its software. Null, here and below, if the service does not give it. */
  version: z.string().nullable(),
  /** When it last connected to the service. */
  linked_at: timestampSchema.nullable(),
  /** How far its clock was off when last set, and when it was set. */
  clock: z.object({ offset_ms: z.number().int(), set_at: timestampSchema }).nullable(),
  /** The holder of its session; `nobody`: known to be free. */
  held_by: z.union([
    z.literal('nobody'),
    z.object({ name: z.string().nullable(), since: timestampSchema }),
    z.null(),
  ]),
})
export type TerminalListItem = z.infer<typeof terminalListItemSchema>

/** The operations of section 4.4 with a button of their own. auth_* are tested with a sale that is voided again. */
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

/** The facts of a diagnostics report. The page has a text for each; a failure has the service's text as `detail`. */
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
  /** The format of `value`: text, `true` or `false`, cents, milliseconds, or an instant (ISO 8601). */
  readonly kind: 'text' | 'yes_no' | 'cents' | 'ms' | 'time'
  readonly value: string
}

export interface DiagnosticResult {
  readonly operation: TryableOperation
  readonly hsn: string
  readonly ok: boolean
  /** Never card data beyond the last four digits. */
  readonly facts: readonly DiagnosticFact[]
  /** PNG data URL; null if there is none. */
  readonly signature: string | null
  readonly took_ms: number
}
