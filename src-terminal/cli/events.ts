import { describeScreen } from '../device/describe-screen.ts'
import type { DeviceChange } from '../device/device-types.ts'

/** Writes one line of JSON to standard output for each event. Never contains a card number. */
export function writeEvent(event: string, details: Readonly<Record<string, unknown>> = {}): void {
  process.stdout.write(`${JSON.stringify({ event, at: new Date().toISOString(), ...details })}\n`)
}

export function writeChange({ kind, ...details }: DeviceChange): void {
  // The screen as text, so that the log does not contain typed data.
  writeEvent(kind, 'screen' in details ? { ...describeScreen(details.screen) } : details)
}
