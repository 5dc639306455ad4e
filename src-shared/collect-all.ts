/** What of Node it takes; nothing here may import it. */
interface Engine {
  readonly setFlagsFromString: (flags: string) => void
  readonly runInNewContext: (code: string) => unknown
}

/** All that can be collected, which V8 would do by itself only when memory runs out. Takes some 50 ms. */
export function collectAll({ setFlagsFromString, runInNewContext }: Engine): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  // A V8 without that flag gives nothing back, which is no reason to stop.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
