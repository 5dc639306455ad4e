import { openRotatedFile } from './files/rotated-file.ts'

/** Main's log; the file is in the user's data under logs/. Never contains card data or keys. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

type Entry = readonly ['info' | 'warn' | 'error', object, string]

/** Keeps lines until the writer takes over; the writer loads after the windows are up. */
export function createLog(load: () => Promise<Log>): Log {
  let target: Log | null = null
  let waiting: Entry[] = []
  const write = (...entry: Entry): void => {
    if (target === null) {
      if (waiting.length < 1000) waiting.push(entry)
      return
    }
    const [level, details, message] = entry
    target[level](details, message)
  }
  void load().then(
    (loaded) => {
      target = loaded
      for (const entry of waiting) write(...entry)
      waiting = []
    },
    () => undefined,
  )
  return {
    info: (details, message) => write('info', details, message),
    warn: (details, message) => write('warn', details, message),
    error: (details, message) => write('error', details, message),
  }
}

/** A structured log in a rotated file. Loaded late: it is not needed to show a window. */
export async function fileLog(path: string): Promise<Log> {
  // The default export: in a separate bundle a CommonJS library has no other export.
  const { default: pino } = await import('pino')
  const logger: Log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, openRotatedFile(path))
  return logger
}
