import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** A bad mobile network. `latency_ms` makes it better or worse. */
export const slowLink: Script = {
  ...approve,
  summary: 'As approve, with messages that take 1.5 s in either direction',
  condition: { latencyMs: 1500 },
}
