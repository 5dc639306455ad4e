import type { DeviceCapabilities, Terminal } from '../../src-shared/api/schemas/terminal.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { Sealed } from '../vault/sealed.ts'

/**
 * A terminal as stored. The row's id is the hsn; its `account_id` is that of the first account that activated it and
 * never changes, because rows do not move: the current owner is in the document. Whether the terminal is linked is not
 * stored here.
 */
export interface TerminalDocument {
  readonly hsn: string
  readonly tenant_id: string
  readonly account_id: string
  readonly merchant_id: string
  readonly name: string
  readonly device_type: string
  readonly environment: string
  readonly firmware: string
  readonly device_capabilities: DeviceCapabilities
  /** When it last connected, in ms; not updated each time when it reconnects often. Absent in an older row. */
  readonly linked_at?: number
  /** How far its clock was off when it was last set, and when that was, in ms. */
  readonly clock?: { readonly offset_ms: number; readonly set_at: number }
  /**
   * Hash of the link key; null when no account holds the terminal: it was released or, in an old row, never activated.
   */
  readonly credential_hash: string | null
  /** The link key, sealed by the vault. Absent in a row from before version 2 of the link. */
  readonly link_key?: Sealed | null
  /**
   * The previous link key, valid until the terminal uses the new one: the answer to the activation may have been lost.
   */
  readonly former_link_key?: Sealed | null
}
export type TerminalRow = Row<TerminalDocument>

/** Whether an account holds the terminal: it must have activated it; an unused registration does not count. */
export const isHeld = ({ document }: TerminalRow): boolean => document.credential_hash !== null

/** The account that a terminal joins. */
export interface Joining {
  readonly tenant_id: string
  readonly account_id: string
  readonly merchant_id: string
}

/**
 * A registration that waits for its code to be typed on the terminal, and expires with the code. Several accounts may
 * have one for a serial number; the row's id is hsn and account, so that a new code replaces the account's old one.
 */
export interface ActivationCodeDocument extends Partial<Joining> {
  readonly hsn: string
  /**
   * Whether the requester knew the manufacturer's claim code, so that the account takes the terminal from any holder.
   */
  readonly claimed?: boolean
  /** Unique per code: the service's numbers in the exchange are derived from it and the vault. */
  readonly salt: string
  /** The code itself, sealed by the vault. Absent in a row from before version 2 of the link. */
  readonly sealed_code?: Sealed
  /** In ms of verified time. */
  readonly expires_at: number
  /** Attempts that were started; `wrong_guesses` of them turned out wrong. */
  readonly guesses: number
  readonly wrong_guesses: number
  readonly used: boolean
  /**
   * The exchange that redeemed the code (hash of share and proof) and the time (ms of verified time), so that the same
   * exchange can be answered again.
   */
  readonly redeemed?: { readonly exchange: string; readonly at: number }
}
export type ActivationCodeRow = Row<ActivationCodeDocument>

export interface SessionClient {
  readonly id_hash: string
  readonly name: string | null
}

/** The session of a terminal (section 3.6). There is at most one, hence the row's id is the hsn. */
export interface SessionDocument {
  /** tml_ */
  readonly session_id: string
  readonly hsn: string
  readonly key_hash: string
  /** The POS that opened it, if it identified itself. Its id is stored as a hash, because it acts as a key. */
  readonly client: SessionClient | null
  /** Since when that POS has held the terminal without interruption, in ms of verified time. */
  readonly since: number
  /** In ms of verified time; the time of its end when it was ended early. */
  readonly expires_at: number
}
export type SessionRow = Row<SessionDocument>

/** Capabilities of a terminal that has never been linked. */
export const unknownCapabilities: DeviceCapabilities = {
  screen_dimension_x: 0,
  screen_dimension_y: 0,
  pin_pad: false,
  msr: false,
  emv: false,
  nfc: false,
  signature: false,
  printer: false,
}

/** Section 2.10. */
export const terminalReply = (document: TerminalDocument, connected: boolean): Terminal => ({
  hsn: document.hsn,
  name: document.name,
  connected,
  device_type: document.device_type,
  environment: document.environment,
  device_capabilities: document.device_capabilities,
  ...(document.firmware === '' ? {} : { software_version: document.firmware }),
  ...(document.linked_at === undefined ? {} : { linked_at: isoTime(document.linked_at) }),
  ...(document.clock === undefined
    ? {}
    : { clock: { offset_ms: document.clock.offset_ms, set_at: isoTime(document.clock.set_at) } }),
})
