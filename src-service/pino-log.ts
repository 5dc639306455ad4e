import { pino } from 'pino'
import type { LogLevel } from './config/config.ts'
import type { Log } from './log.ts'

/** Possible card numbers in any grouping, and keys: neither may be logged. */
const cardLike = /(?<![\w.])\d(?:[ -]?\d){12,18}(?!\w)/g
const keyLike = /\b([sp]k_)[\w-]{8,}/g

/** Masks card numbers and keys in a finished line, in case the caller has logged one by mistake. */
export const maskLine = (line: string): string =>
  line.replace(cardLike, '[digits]').replace(keyLike, '$1[key]')

/** Writes one line of JSON per entry to standard error; standard output is for the ready line. */
export function createPinoLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['headers', 'body', 'card', 'key', '*.card', '*.cvv', '*.pin', '*.number', '*["x-api-key"]'],
        censor: '[redacted]',
      },
      hooks: { streamWrite: maskLine },
    },
    pino.destination({ fd: 2, sync: true }),
  )
}
