/** One command at a time on a terminal. What waits may be called off; what runs is not touched. */
export interface SingleFlight {
  /** @returns what the task answered; tasks run in the order in which they came. */
  run<Value>(task: (flight: Flight) => Promise<Value>): Promise<Value>
  /** Calls off everything that waits or has not been sent yet. */
  callOff(): void
  /** The task that is running. */
  current(): Flight | null
  isIdle(): boolean
}

export interface Flight {
  /** True once it was called off. A task looks before it sends. */
  readonly calledOff: () => boolean
  /** To be called right before sending: from then on it cannot be called off any more. */
  readonly sent: () => void
  readonly wasSent: () => boolean
}

/** @param before awaited before each task, such as a cancel that is still on its way to the task before. */
export function createSingleFlight(before: () => Promise<unknown>): SingleFlight {
  let tail: Promise<unknown> = Promise.resolve()
  let current: Flight | null = null
  const waiting = new Set<{ callOff: () => void }>()
  return {
    run(task) {
      let calledOff = false
      let wasSent = false
      const entry = {
        callOff: () => {
          calledOff = true
        },
      }
      const flight: Flight = {
        calledOff: () => calledOff,
        wasSent: () => wasSent,
        sent: () => {
          wasSent = true
          waiting.delete(entry)
        },
      }
      waiting.add(entry)
      const result = tail.then(async () => {
        await before()
        current = flight
        try {
          return await task(flight)
        } finally {
          current = null
          waiting.delete(entry)
        }
      })
      tail = result.catch(() => undefined)
      return result
    },
    callOff() {
      for (const entry of waiting) entry.callOff()
    },
    current: () => current,
    isIdle: () => current === null && waiting.size === 0,
  }
}
