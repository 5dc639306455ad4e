/** The Node functions that are needed; this folder may not import Node. */
interface Engine {
  readonly setFlagsFromString: (flags: string) => void
  readonly runInNewContext: (code: string) => unknown
}

/** Runs a full garbage collection, which V8 otherwise does only when memory runs out. Takes about 50 ms. */
export function collectAll({ setFlagsFromString, runInNewContext }: Engine): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  // A V8 without that flag returns no function, which is not an error.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
