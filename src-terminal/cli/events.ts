import { describeScreen } from '../device/describe-screen.ts'
import type { DeviceChange } from '../device/device-types.ts'

/** One line of JSON on standard output for everything that happens. Never a card number. */
export function writeEvent(event: string, details: Readonly<Record<string, unknown>> = {}): void {
  process.stdout.write(`${JSON.stringify({ event, at: new Date().toISOString(), ...details })}\n`)
}

export function writeChange({ kind, ...details }: DeviceChange): void {
  // The screen as words: what is typed into it stays out of the log.
  writeEvent(kind, 'screen' in details ? { ...describeScreen(details.screen) } : details)
}
