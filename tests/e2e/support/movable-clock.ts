/**
 * Runs in the app's main process: its wall clock is set, as a person or a time server sets a computer's. Only what
 * reads the time notices; timers run on, as they do when a real clock is set.
 */
export function setClockBy(_electron: unknown, ms: number): void {
  const SetDate = Date
  globalThis.Date = new Proxy(SetDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [target.now() + ms] : given, newTarget),
    get: (target, name) => (name === 'now' ? () => target.now() + ms : Reflect.get(target, name)),
  })
}
