/** Structured logging as the service uses it; pino keeps it (pino-log.ts). Fields are redacted there. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** Whether a level is written at all: what is dear to log asks first. */
  isLevelEnabled?(level: 'debug' | 'info'): boolean
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
