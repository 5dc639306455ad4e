import { type AdjustableClock, createClock } from '../../src-service/time/clock.ts'

/**
 * The service's clock, independent of corrections of the computer's clock: a correction by some milliseconds in the
 * middle of a test would move due times before or after the moment to which the test advances.
 */
export const createSteadyClock = (): AdjustableClock =>
  createClock(() => performance.timeOrigin + performance.now())
