import type { Log } from '../log.ts'
import type { JsonFile } from '../settings/json-file.ts'
import { type SerialBridge, startSerialBridge } from './serial-bridge.ts'
import type { WayToService } from './serial-link.ts'

/** The serial ports whose terminals this counter bridges: those named by the environment, and those chosen. */
export interface SerialBridges {
  /** The bridge of this port; undefined when there is none. */
  on(path: string): SerialBridge | undefined
  paths(): readonly string[]
  /** Chooses a port or removes it; also for after a restart. */
  choose(path: string, carried: boolean): Promise<void>
  stop(): void
}

export async function startSerialBridges(options: {
  readonly named: readonly string[]
  readonly chosen: JsonFile<readonly string[]>
  readonly access: () => WayToService | null
  readonly onChange: () => void
  readonly log: Log
}): Promise<SerialBridges> {
  const { named, chosen, ...rest } = options
  const running = new Map<string, SerialBridge>()
  const start = (path: string) => {
    if (!running.has(path)) running.set(path, startSerialBridge({ path, ...rest }))
  }
  for (const path of [...named, ...(await chosen.read())]) start(path)
  return {
    on: (path) => running.get(path),
    paths: () => [...running.keys()],
    async choose(path, carried) {
      const others = (await chosen.read()).filter((one) => one !== path)
      await chosen.write(carried ? [...others, path] : others)
      if (carried) start(path)
      else if (!named.includes(path)) {
        running.get(path)?.stop()
        running.delete(path)
      }
      rest.onChange()
    },
    stop() {
      for (const bridge of running.values()) bridge.stop()
    },
  }
}
