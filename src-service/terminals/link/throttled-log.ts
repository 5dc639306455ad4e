import type { Log } from '../../log.ts'
import type { RealTimer } from './socket.ts'

/** Number of warnings of a kind that are logged in full per window; of further ones only the number is logged. */
const loggedInFull = 10
const windowMs = 60_000

/** For warnings that unauthenticated clients cause: a million attempts must not fill the disk. */
export function throttleWarnings(log: Log, realTimer: RealTimer): Log {
  const windows = new Map<string, { count: number }>()
  const close = (message: string) => {
    const leftOut = (windows.get(message)?.count ?? 0) - loggedInFull
    windows.delete(message)
    if (leftOut > 0) log.warn({ left_out: leftOut, window_ms: windowMs }, message)
  }
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    error: (fields, message) => log.error(fields, message),
    warn(fields, message) {
      const window = windows.get(message) ?? { count: 0 }
      if (window.count === 0) {
        windows.set(message, window)
        realTimer(windowMs, () => close(message))
      }
      window.count += 1
      if (window.count <= loggedInFull) log.warn(fields, message)
    },
  }
}
