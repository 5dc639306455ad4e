import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import type { Action } from '../actions.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Screen } from '../screen-state.ts'

/** What a scripted customer is told: the behaviour with its blanks filled in. */
export interface Customer {
  /** The number of the card they pay with. */
  readonly card: string
  readonly entry: NonNullable<Behaviour['entry']>
  /** Cents, or a whole percent such as "20%". */
  readonly tip: NonNullable<Behaviour['tip']>
}

/** A script: what a customer does when they see a screen. One small file each. */
export interface Script {
  /** What this script says in one line, for people. */
  readonly summary: string
  readonly customer: Customer
  /** Hardware that differs from the full terminal. */
  readonly hardware?: Partial<DeviceCapabilities>
  /** @returns null to do nothing. */
  answer(screen: Screen, customer: Customer): Action | null
}
