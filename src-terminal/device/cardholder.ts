import type { Action } from './actions.ts'
import type { Screen } from './screen-state.ts'

/** Who stands before the terminal: a script, or a person at the window. */
export interface Cardholder {
  /** Called whenever the screen changes. Acts by `act`, now or later, or does nothing. */
  see(screen: Screen, act: (action: Action) => void): void
}

/** A person acts through the window by themselves; the device need not show them anything. */
export const personAtTheWindow: Cardholder = { see() {} }
