import { isTextField } from './is-text-field.ts'

/** A person who begins a new number pauses at least this long after the last digit, in ms. */
const pauseMs = 700

/** When a digit was last pressed that no screen took, by the clock of `performance.now()`. */
let lostAt = Number.NEGATIVE_INFINITY

/** Remembers digits that no screen takes. Call this once. */
export function watchLostDigits(): void {
  window.addEventListener('keydown', (event) => {
    if (!/^\d$/.test(event.key) || isTextField(event.target)) return
    // After all listeners: a screen that takes a key prevents its default.
    setTimeout(() => {
      if (!event.defaultPrevented) lostAt = performance.now()
    })
  })
}

/**
 * Whether a digit that is pressed now goes on with a number whose beginning no screen took, because the screen changed in
 * the middle of it: what is left of an amount is a wrong amount.
 */
export function isRestOfNumber(): boolean {
  const now = performance.now()
  if (now - lostAt >= pauseMs) return false
  lostAt = now
  return true
}
