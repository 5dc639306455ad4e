import type { Log } from '../../log.ts'
import type { RealTimer } from './socket.ts'

/** So many warnings of a kind are written word for word in a window; of the others only their number. */
const wordForWord = 10
const windowMs = 60_000

/** For what strangers cause: whoever tries a million times must not fill the disk with it. */
export function throttleWarnings(log: Log, realTimer: RealTimer): Log {
  const windows = new Map<string, { count: number }>()
  const close = (message: string) => {
    const leftOut = (windows.get(message)?.count ?? 0) - wordForWord
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
      if (window.count <= wordForWord) log.warn(fields, message)
    },
  }
}
