import type { Limits } from './verdict.ts'

/**
 * Limits of a long soak: 5,000 sales a day for a week are 20 MB, which does not matter on a counter that is restarted
 * weekly.
 */
export const lastingLimits: Limits = { memory: 600, things: 0.01, frames: 1 }
