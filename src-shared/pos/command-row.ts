import type { z } from 'zod'
import type { Right } from './staff/rights.ts'

/** A command that the counter's window can send to main. */
export interface CommandRow {
  /** The right that is required; null: none, not even a sign-in. */
  readonly right: Right | null
  /** Without the right, the command is allowed with the PIN of a person who has the right and may approve. */
  readonly orApproved?: true
  /** The payload; absent if there is none. */
  readonly payload?: z.ZodType
  /** The reply besides success. */
  readonly reply?: Reply<unknown>
  /**
   * The payload fields that the audit log records. They are listed one by one, so that PINs, keys and search texts stay
   * out.
   */
  readonly audited?: readonly string[]
  /** The page sends it repeatedly by itself. It is not a person's action, so it is not audited. */
  readonly polled?: true
}

/** A type that a row carries, without a value. */
export interface Reply<Value> {
  readonly type?: Value
}
export const reply = <Value>(): Reply<Value> => ({})
