import { isTextField } from './is-text-field.ts'
import { keyTime } from './key-time.ts'

/** A person who begins a new number pauses at least this long after the last digit, in ms. */
const pauseMs = 700

/** When a digit was last pressed that no screen took, in ms by the clock of `Event.timeStamp`. */
let lostAt = Number.NEGATIVE_INFINITY
/** The digit that is being handled, or was last. */
let last: { readonly event: Event; readonly at: number } | null = null

/**
 * Remembers digits that no screen takes, by the time of the press: a busy computer handles them later. Call this once,
 * before any other listener for keys.
 */
export function watchLostDigits(): void {
  window.addEventListener('keydown', (event) => {
    if (!/^\d$/.test(event.key) || isTextField(event.target)) return
    // A screen that takes a key prevents its default. All listeners are done with the one before this.
    if (last !== null && !last.event.defaultPrevented) lostAt = last.at
    last = { event, at: keyTime(event) ?? event.timeStamp }
  })
}

/**
 * Whether the digit that is being handled goes on with a number whose beginning no screen took, because the screen
 * changed in the middle of it: what is left of an amount is a wrong amount.
 */
export function isRestOfNumber(): boolean {
  if (last === null || last.at - lostAt >= pauseMs) return false
  lostAt = last.at
  return true
}
