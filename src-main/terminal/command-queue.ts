/** One command at a time on a terminal. What waits may be called off; what runs is not touched. */
export interface SingleFlight {
  /** @returns what the task answered; tasks run in the order in which they came. */
  run<Value>(
    task: (flight: Flight) => Promise<Value>,
    options?: { readonly lasting: boolean },
  ): Promise<Value>
  /** Calls off everything that waits or has not been sent yet; what was sent is not sent again. */
  callOff(): void
  /** The task that is running. */
  current(): Flight | null
  isIdle(): boolean
  /** Whether something waits or runs that takes as long as a customer does. */
  isLasting(): boolean
}

export interface Flight {
  /** True once it was called off. A task looks before it sends, also when it sends again. */
  readonly calledOff: () => boolean
  /** To be called right before sending. */
  readonly sent: () => void
  readonly wasSent: () => boolean
}

/** @param before awaited before each task, such as a cancel that is still on its way to the task before. */
export function createSingleFlight(before: () => Promise<unknown>): SingleFlight {
  let tail: Promise<unknown> = Promise.resolve()
  let current: Flight | null = null
  const open = new Set<{ readonly callOff: () => void; readonly lasting: boolean }>()
  return {
    run(task, { lasting } = { lasting: false }) {
      let calledOff = false
      let wasSent = false
      const entry = {
        lasting,
        callOff: () => {
          calledOff = true
        },
      }
      const flight: Flight = {
        calledOff: () => calledOff,
        wasSent: () => wasSent,
        sent: () => {
          wasSent = true
        },
      }
      open.add(entry)
      const result = tail.then(async () => {
        await before()
        current = flight
        try {
          return await task(flight)
        } finally {
          current = null
          open.delete(entry)
        }
      })
      tail = result.catch(() => undefined)
      return result
    },
    callOff() {
      for (const entry of open) entry.callOff()
    },
    current: () => current,
    isIdle: () => open.size === 0,
    isLasting: () => [...open].some(({ lasting }) => lasting),
  }
}
