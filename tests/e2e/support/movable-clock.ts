/**
 * Runs in the app's main process: sets its wall clock, as a person or a time server sets a computer's. Only code that
 * reads the time is affected; timers continue, as they do with a real clock.
 */
export function setClockBy(_electron: unknown, ms: number): void {
  const SetDate = Date
  globalThis.Date = new Proxy(SetDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [target.now() + ms] : given, newTarget),
    get: (target, name) => (name === 'now' ? () => target.now() + ms : Reflect.get(target, name)),
  })
}

interface TimerToCome {
  readonly dueAt: number
  fire(): void
}

/**
 * Runs in the app's main process: lets time pass for code that reads the clock, and for timers set since the first
 * call.
 */
export function passTime(_electron: unknown, ms: number): void {
  const main = globalThis as typeof globalThis & {
    timersToCome?: Map<unknown, TimerToCome>
    timePassedMs?: number
  }
  if (main.timersToCome === undefined) {
    const timers = new Map<unknown, TimerToCome>()
    const { setTimeout: set, clearTimeout: clear, Date: RealDate } = globalThis
    const later = (task: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]) => {
      const fire = () => {
        timers.delete(timer)
        task(...given)
      }
      const timer = set(fire, delayMs)
      timers.set(timer, { dueAt: Date.now() + delayMs, fire })
      return timer
    }
    const callOff = (timer: Parameters<typeof clear>[0]) => {
      timers.delete(timer)
      clear(timer)
    }
    const Clock = new Proxy(RealDate, {
      construct: (target, given, newTarget) =>
        Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget),
      get: (target, name) =>
        name === 'now' ? () => target.now() + (main.timePassedMs ?? 0) : Reflect.get(target, name),
    })
    Object.assign(main, {
      timersToCome: timers,
      setTimeout: Object.assign(later, set),
      clearTimeout: callOff,
      Date: Clock,
    })
  }
  main.timePassedMs = (main.timePassedMs ?? 0) + ms
  for (const [timer, { dueAt, fire }] of main.timersToCome ?? []) {
    if (dueAt > Date.now()) continue
    clearTimeout(timer as NodeJS.Timeout)
    fire()
  }
}
