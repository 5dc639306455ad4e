import { join } from 'node:path'
import { utilityProcess } from 'electron'
import type { Currency } from '../../src-shared/currency.ts'
import { openRotatedFile } from '../rotated-file.ts'
import type { ServiceProcess } from './embedded-service.ts'

/** Variables of ours that are for main alone, or for a service alone: a training sends nobody a message. */
const mainOnly = [
  ...['COUNTERTOP_API_KEY', 'COUNTERTOP_USER_DATA', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'SMS_FROM'],
  ...['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_API_KEY', 'TWILIO_API_SECRET', 'TWILIO_URL'],
]

/** Starts the built service in a utility process. The launch's key reaches it by its environment, never by its arguments. */
export function launchService(options: {
  readonly program: string
  readonly data: string
  /** Null: what the data is in. */
  readonly currency: Currency | null
  readonly port: number
  readonly privateKey: string
}): ServiceProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !mainOnly.includes(name))
  const args = ['--port', String(options.port), '--data', options.data, '--sandbox', '--rate-limit', 'off']
  if (options.currency !== null) args.push('--currency', options.currency)
  return utilityProcess.fork(options.program, args, {
    serviceName: 'Countertop service',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(inherited), COUNTERTOP_PRIVATE_KEY: options.privateKey },
  }) as unknown as ServiceProcess
}

/** Where the service's own log goes. @returns writes to it. */
export const serviceLog = (folder: string): ((text: string) => void) =>
  openRotatedFile(join(folder, 'service.log')).write
