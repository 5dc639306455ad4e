import type { Device } from '../../src-shared/pos/terminals/installer.ts'
import type { Log } from '../log.ts'
import type { JsonFile } from '../settings/json-file.ts'
import { watchDevices } from './device-list.ts'
import { startSerialBridges } from './serial-bridges.ts'
import type { WayToService } from './serial-link.ts'

/** The devices plugged into this computer: bridges of serial terminals, and the list for the installer. */
export interface Devices {
  /** Lists the devices and follows changes while somebody looks. */
  attend(present: boolean): void
  /** Bridges the terminal on this port, or stops it; also after a restart. */
  carry(path: string, carried: boolean): Promise<void>
  /** The ports whose terminals are bridged. */
  carried(): readonly string[]
  stop(): void
}

export async function openDevices(options: {
  /** Ports named by the environment. */
  readonly named: readonly string[]
  readonly chosen: JsonFile<readonly string[]>
  /** How to reach the service now; null while it is not up. */
  readonly access: () => WayToService | null
  readonly onList: (devices: readonly Device[]) => void
  readonly log: Log
}): Promise<Devices> {
  const bridges = await startSerialBridges({ ...options, onChange: () => watch.look() })
  const watch = watchDevices({
    carried: bridges.paths,
    on: bridges.on,
    onChange: options.onList,
    log: options.log,
  })
  return {
    attend: watch.attend,
    carry: bridges.choose,
    carried: bridges.paths,
    stop() {
      watch.stop()
      bridges.stop()
    },
  }
}
