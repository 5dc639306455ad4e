/** Structured logging for the service, implemented with pino (pino-log.ts), where fields are redacted. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** Whether a level is written; checked before preparing expensive entries. */
  isLevelEnabled?(level: 'debug' | 'info'): boolean
}
