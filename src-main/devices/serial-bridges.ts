import type { Log } from '../log.ts'
import type { JsonFile } from '../settings/json-file.ts'
import { type SerialBridge, startSerialBridge, type WayToService } from './serial-bridge.ts'

/** The serial ports whose terminals this counter carries: those the environment names, and those that were chosen. */
export interface SerialBridges {
  /** What speaks on this port; undefined when it is not carried. */
  on(path: string): SerialBridge | undefined
  paths(): readonly string[]
  /** Chosen, or not any more; also after a restart. */
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
