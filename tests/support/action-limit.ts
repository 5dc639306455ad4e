/**
 * How long Playwright tries one action (a click, a key, a wait for an event), in ms. A click that comes to nothing then
 * fails by its own name, not after the whole time of its test. No test waits as long on purpose.
 */
export const actionLimitMs = 60_000
