import { vi } from 'vitest'

/** Waits until the check passes, for as long as a machine that is busy with much else may need. @throws what it threw last */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 })
