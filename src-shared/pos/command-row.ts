import type { z } from 'zod'
import type { Right } from './staff/rights.ts'

/** One command that the counter's window may send to main. */
export interface CommandRow {
  /** What it takes to send it; null: nothing, not even to be signed in. */
  readonly right: Right | null
  /** Whoever lacks the right may send it with the PIN of somebody who has it, and may approve. */
  readonly orApproved?: true
  /** What comes with it; nothing where the row names nothing. */
  readonly payload?: z.ZodType
  /** What it answers besides "done". */
  readonly reply?: Reply<unknown>
  /**
   * The fields of the payload that an audited command is written down with: named one by one, so that no PIN, no key and
   * nothing that was only searched for is among them.
   */
  readonly audited?: readonly string[]
  /** The page sends it again and again by itself: nothing that anybody did, and not audited. */
  readonly polled?: true
}

/** A type that a row carries; there is no value of it. */
export interface Reply<Value> {
  readonly type?: Value
}
export const reply = <Value>(): Reply<Value> => ({})
