import { vi } from 'vitest'

/** Waits until the check passes, long enough for a busy machine. @throws the last error of the check */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 })
