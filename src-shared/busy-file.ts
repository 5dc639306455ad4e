/**
 * On Windows a virus scanner, an indexer or a backup program opens a file for a moment just when it was written. Until
 * then the system refuses to rename, replace or delete it, with one of these codes; other systems do not.
 */
const busyCodes: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY'])

/** Pauses between the tries, in ms: three seconds in all. */
export const busyPausesMs: readonly number[] = [10, 20, 40, 80, 150, 300, 400, 500, 500, 500, 500]

const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && busyCodes.has(error.code)

/** Tries again for a while. @throws as the last try does; at once for any other reason */
export async function whileBusy<Value>(
  task: () => Promise<Value>,
  wait: (ms: number) => Promise<unknown>,
): Promise<Value> {
  for (const ms of busyPausesMs) {
    try {
      return await task()
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    await wait(ms)
  }
  return task()
}

/** Like `whileBusy`, where nothing may happen in between: blocks the thread. */
export function whileBusySync<Value>(task: () => Value): Value {
  for (const ms of busyPausesMs) {
    try {
      return task()
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    blockFor(ms)
  }
  return task()
}

function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
