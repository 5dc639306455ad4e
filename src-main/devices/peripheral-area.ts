import { existsSync } from 'node:fs'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { openLazily } from '../async/open-lazily.ts'
import type { Log } from '../log.ts'
import type { KnownScansOptions } from './known-scans.ts'
import type { Peripherals } from './peripherals.ts'

/** Scanner and pole display on serial ports. Their code is not loaded where none is set up. */
export interface PeripheralArea {
  service(): Promise<Peripherals>
  resume(): Promise<void>
  /** Called when the counter's snapshot has changed. */
  follow(): void
  stop(): Promise<void>
}

export function createPeripheralArea(
  options: KnownScansOptions & { readonly path: string; readonly present: () => Snapshot; readonly log: Log },
): PeripheralArea {
  const { log } = options
  let opened: Peripherals | null = null
  const opening = openLazily(async () => {
    const [{ openPeripherals }, { createKnownScans }] = await Promise.all([
      import('./peripherals.ts'),
      import('./known-scans.ts'),
    ])
    const scans = createKnownScans(options)
    const failed = (error: unknown) => log.error({ err: error }, 'devices.scan_lost')
    opened = await openPeripherals({
      path: options.path,
      onScan: (code) => void scans.take(code).catch(failed),
      log,
    })
    opened.show(options.present())
    return opened
  })
  return {
    service: opening.open,
    async resume() {
      if (!existsSync(options.path)) return
      await opening
        .open()
        .catch((error: unknown) => log.error({ err: error }, 'devices.peripherals_not_opened'))
    },
    follow() {
      opened?.show(options.present())
    },
    stop: async () => (await opening.settled())?.stop(),
  }
}
