import { pino } from 'pino'
import type { LogLevel } from './config.ts'
import type { Log } from './log.ts'

/** What may be a card number, however it is grouped, and what is a key: neither belongs in a log. */
const cardLike = /(?<![\w.])\d(?:[ -]?\d){12,18}(?!\w)/g
const keyLike = /\b([sp]k_)[\w-]{8,}/g

/** Replaces in a finished line what slipped through the care of whoever logged it. */
export const maskLine = (line: string): string =>
  line.replace(cardLike, '[digits]').replace(keyLike, '$1[key]')

/** One line of JSON per entry on standard error; standard output belongs to the ready line. */
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
