import type { Action } from './actions.ts'
import type { Screen } from './screen-state.ts'

/** The cardholder at the terminal: a script, or a person at the window. */
export interface Cardholder {
  /** Called at every change of the screen. May call `act` at once, later, or not at all. */
  see(screen: Screen, act: (action: Action) => void): void
}

/** A person sees the window and acts through it, so the device does not need to show them the screen. */
export const personAtTheWindow: Cardholder = { see() {} }
