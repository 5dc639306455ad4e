import { join } from 'node:path'
import { utilityProcess } from 'electron'
import type { Currency } from '../../src-shared/currency.ts'
import { openRotatedFile } from '../files/rotated-file.ts'
import type { ServiceProcess } from './embedded-service.ts'

/** Our variables that the training service must not get: they are for main, or for a service that sends messages. */
const mainOnly = [
  ...['COUNTERTOP_API_KEY', 'COUNTERTOP_USER_DATA', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'SMS_FROM'],
  ...['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_API_KEY', 'TWILIO_API_SECRET', 'TWILIO_URL'],
]

/** Starts the built service in a utility process. It gets the launch's key by its environment, not as an argument. */
export function launchService(options: {
  readonly program: string
  readonly data: string
  /** Null: the currency of the data. */
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

/** The log file of the service. @returns a function that writes to it */
export const serviceLog = (folder: string): ((text: string) => void) =>
  openRotatedFile(join(folder, 'service.log')).write
