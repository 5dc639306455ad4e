import type { DeviceClock } from '../../../src-terminal/device/device-clock.ts'

/** A clock that stands still; only `pass` advances it. */
export interface ManualClock extends DeviceClock {
  /** Advances the clock in small steps, and lets promises settle in between. */
  pass(milliseconds: number): Promise<void>
}

export function createManualClock(start = Date.parse('2026-11-21T09:00:00Z')): ManualClock {
  let now = start
  let timers: { readonly at: number; readonly task: () => void }[] = []
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const runDue = async () => {
    for (;;) {
      const due = timers.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)[0]
      if (due === undefined) return
      timers = timers.filter((timer) => timer !== due)
      due.task()
      await settle()
    }
  }
  return {
    now: () => now,
    after(delayMs, task) {
      const timer = { at: now + delayMs, task }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    async pass(milliseconds) {
      const until = now + milliseconds
      await settle()
      await runDue()
      for (;;) {
        const next = Math.min(...timers.map(({ at }) => at))
        if (next > until) break
        now = Math.max(now, next)
        await runDue()
      }
      now = until
      await settle()
    },
  }
}
