import type { DeviceCapabilities, Terminal } from '../../src-shared/api/schemas/terminal.ts'
import { isoTime } from '../clock.ts'
import type { Row } from '../store/store.ts'
import type { Sealed } from '../vault/sealed.ts'

/**
 * What the service keeps of a terminal. The row's id is the hsn; its `account_id` is that of who activated it first and
 * stays, for rows do not move: whose it is now stands in the document. Whether it is linked is not stored: the link
 * knows.
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
  /** When it last connected, ms; of one that flaps not every time. Absent in a row of before. */
  readonly linked_at?: number
  /** How far its clock was off when it was last set, and when that was, ms. */
  readonly clock?: { readonly offset_ms: number; readonly set_at: number }
  /** Of the key of the link; null: nobody holds it, for it was released or, in an old row, never activated. */
  readonly credential_hash: string | null
  /** The key of the link, sealed by the vault. Absent in a row of before the link's version 2. */
  readonly link_key?: Sealed | null
  /** That of before the last activation, good until the terminal uses the new one: its answer may have been lost. */
  readonly former_link_key?: Sealed | null
}
export type TerminalRow = Row<TerminalDocument>

/** A serial number is held by who activated it; a registration whose code was never used holds nothing. */
export const isHeld = ({ document }: TerminalRow): boolean => document.credential_hash !== null

/** Where a terminal joins. */
export interface Joining {
  readonly tenant_id: string
  readonly account_id: string
  readonly merchant_id: string
}

/**
 * A registration that waits for its code to be typed on the terminal, and lapses with it. Several accounts may have one
 * for a serial number; the row's id is the hsn and the account, so that a new code replaces the account's old one.
 */
export interface ActivationCodeDocument extends Partial<Joining> {
  readonly hsn: string
  /** Whoever asked for it knew the maker's claim code: it takes the terminal over from whoever holds it. */
  readonly claimed?: boolean
  /** Another one for each code: from it and the vault come the service's numbers in the exchange. */
  readonly salt: string
  /** The code itself, sealed by the vault. Absent in a row of before the link's version 2. */
  readonly sealed_code?: Sealed
  /** ms by verified time. */
  readonly expires_at: number
  /** Tries that were begun; `wrong_guesses` of them have turned out wrong. */
  readonly guesses: number
  readonly wrong_guesses: number
  readonly used: boolean
  /** By whom, so that the same exchange is answered again: a hash of the share and the proof, and when (ms by verified time). */
  readonly redeemed?: { readonly exchange: string; readonly at: number }
}
export type ActivationCodeRow = Row<ActivationCodeDocument>

export interface SessionClient {
  readonly id_hash: string
  readonly name: string | null
}

/** The session of a terminal (section 3.6): one at most, hence the row's id is the hsn. */
export interface SessionDocument {
  /** tml_ */
  readonly session_id: string
  readonly hsn: string
  readonly key_hash: string
  /** The POS that opened it, when it identified itself. Its id is kept as a hash: it is a key of a kind. */
  readonly client: SessionClient | null
  /** Since when that POS has held the terminal without a break, ms by verified time. */
  readonly since: number
  /** ms by verified time; the moment of its end when it was ended early. */
  readonly expires_at: number
}
export type SessionRow = Row<SessionDocument>

/** What is known of a terminal that has never been linked. */
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
