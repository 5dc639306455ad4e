import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** `clock_offset_ms` and `clock_drift_ms_per_hour` make it better or worse; date_time sets it right for a while. */
export const clockDrift: Script = {
  ...approve,
  summary: 'Has a clock that is 7 minutes behind and loses 30 s every hour',
  clockError: { offsetMs: -420_000, driftMsPerHour: -30_000 },
}
