import { type AdjustableClock, createClock } from '../../src-service/clock.ts'

/**
 * The service's clock on a computer that nobody sets: one that is corrected by some milliseconds in the midst of a
 * test would put what falls due before or behind the moment that the test advances to.
 */
export const createSteadyClock = (): AdjustableClock =>
  createClock(() => performance.timeOrigin + performance.now())
