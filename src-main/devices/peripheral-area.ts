import { existsSync } from 'node:fs'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import type { Log } from '../log.ts'
import { openLazily } from '../open-lazily.ts'
import type { Peripherals } from './peripherals.ts'

/** Scanner and pole display on serial ports. Their code is not loaded where none is set up. */
export interface PeripheralArea {
  service(): Promise<Peripherals>
  resume(): Promise<void>
  /** Called when the counter's snapshot has changed. */
  follow(): void
  stop(): Promise<void>
}

export function createPeripheralArea(options: {
  readonly path: string
  readonly present: () => Snapshot
  readonly onScan: (code: string) => void
  readonly log: Log
}): PeripheralArea {
  let opened: Peripherals | null = null
  const opening = openLazily(async () => {
    const { openPeripherals } = await import('./peripherals.ts')
    opened = await openPeripherals(options)
    opened.show(options.present())
    return opened
  })
  return {
    service: opening.open,
    async resume() {
      if (!existsSync(options.path)) return
      await opening
        .open()
        .catch((error: unknown) => options.log.error({ err: error }, 'devices.peripherals_not_opened'))
    },
    follow() {
      opened?.show(options.present())
    },
    stop: async () => (await opening.settled())?.stop(),
  }
}
