import { setTimeout as delay } from 'node:timers/promises'
import type { PeripheralPort } from '../../src-shared/pos/peripherals/peripherals.ts'
import { within } from '../async/within.ts'
import type { Log } from '../log.ts'
import type { PrinterLine } from '../printing/printer-line.ts'
import { openSerialLine } from '../printing/serial-line.ts'

/** A serial port that is kept open whenever its device is plugged in. */
export interface KeptPort {
  isOpen(): boolean
  /**
   * Does nothing while the port is not open. While the device has not taken the last bytes, only the newest wait: a
   * device that takes nothing costs neither memory nor, once it goes on, a replay.
   */
  write(bytes: Uint8Array): void
  stop(): Promise<void>
}

/** Pause between attempts to open a missing port, in ms. */
const lookMs = 1_000
/** Maximum time for stopping, in ms: a device that hangs while its port is opened never lets it end. */
const stopMs = 1_500

export function keepPort(
  { path, baud }: PeripheralPort,
  on: { readonly bytes: (bytes: Uint8Array) => void; readonly open: () => void },
  log: Log,
): KeptPort {
  const stopping = new AbortController()
  let line: PrinterLine | null = null
  let next: Uint8Array | null = null
  let isWriting = false

  async function write(bytes: Uint8Array): Promise<void> {
    next = bytes
    if (isWriting) return
    isWriting = true
    while (line !== null && next !== null) {
      const newest: Uint8Array = next
      next = null
      await line.write(newest).catch(() => undefined)
    }
    isWriting = false
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const opened = await openSerialLine({ kind: 'serial', path, baud }).catch(() => null)
      if (opened !== null && !stopping.signal.aborted) {
        line = opened
        log.info({ path }, 'serial.opened')
        opened.onBytes(on.bytes)
        on.open()
        await opened.ended
        line = null
        log.info({ path }, 'serial.closed')
      } else await opened?.close()
      await delay(lookMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    isOpen: () => line !== null,
    write: (bytes) => void write(bytes),
    async stop() {
      stopping.abort()
      await line?.close()
      await within(stopMs, running)
    },
  }
}
