import type { Limits } from './verdict.ts'

/** Of a long soak: 5,000 sales a day for a week are 20 MB, which a counter that is restarted once a week does not notice. */
export const lastingLimits: Limits = { memory: 600, things: 0.01, frames: 1 }
