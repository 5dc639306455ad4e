import type { Settings } from '../../src-shared/pos/settings/settings.ts'
import type { Log } from '../log.ts'
import type { Autostart } from './autostart.ts'

type Wanted = Pick<Settings, 'start_with_computer' | 'full_screen' | 'keep_awake'>

/** Applies the settings of the counter's computer. */
export interface Computer {
  /** @returns what the system did not do; null where it did everything */
  apply(settings: Wanted): Promise<string | null>
}

/** The part of a window that is used here. */
export interface KioskWindow {
  isDestroyed(): boolean
  setKiosk(on: boolean): void
  isKiosk(): boolean
}

export function createComputer(options: {
  readonly autostart: Autostart
  /** The open windows: the counter's, and the customer's where it fills a screen. */
  readonly windows: () => readonly KioskWindow[]
  /** Keeps the screen on. @returns a function that ends this */
  readonly stayAwake: () => () => void
  readonly log: Log
}): Computer {
  const { autostart, log } = options
  let letSleep: (() => void) | null = null
  return {
    async apply({ start_with_computer, full_screen, keep_awake }) {
      for (const window of options.windows()) {
        if (!window.isDestroyed() && window.isKiosk() !== full_screen) window.setKiosk(full_screen)
      }
      if (keep_awake) letSleep ??= options.stayAwake()
      else {
        letSleep?.()
        letSleep = null
      }
      try {
        await autostart.set(start_with_computer)
        return null
      } catch (error) {
        log.error({ err: error, start_with_computer }, 'computer.autostart_not_set')
        return error instanceof Error ? error.message : String(error)
      }
    },
  }
}
