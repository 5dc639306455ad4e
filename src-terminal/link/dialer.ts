import { linkCloseCodes } from '../../src-shared/terminal/messages.ts'
import type { DeviceClock } from '../device/device-clock.ts'
import type { Device } from '../device/device-types.ts'
import type { TerminalLink } from './link.ts'

/**
 * Keeps a terminal on the line: dials, and dials again when the link ends. Also when it was refused: a close code proves
 * nothing, anybody on the way can send one, and a terminal that believed it would be dead until somebody activates it.
 */
export interface Dialer {
  /** Hangs up for good. */
  stop(): void
}

export interface DialOptions {
  readonly device: Pick<Device, 'plug' | 'unplug' | 'connected' | 'networkBackAt'>
  /** One try. Rejects when the service cannot be reached. */
  open(): TerminalLink | Promise<TerminalLink>
  readonly clock: DeviceClock
  /** In [0, 1): spreads terminals that lost the service at the same moment. */
  random(): number
  /** Somebody said that dialling is in vain (`linkCloseCodes`). It goes on, slowly, unless this stops it. */
  onRefused?(reason: string, code: number): void
}

const firstDelayMs = 250
const longestDelayMs = 15_000
/** How often a terminal without a network looks whether it is back, ms. */
const networkCheckMs = 500
const refusalCodes: readonly number[] = Object.values(linkCloseCodes)
const firstSlowDelayMs = 15_000
/** Two terminals with one credential would otherwise take the link from each other all the time. */
const longestSlowDelayMs = 300_000

export function keepConnected(options: DialOptions): Dialer {
  const { device, clock } = options
  let stopped = false
  let failures = 0
  let refusals = 0
  let stopTimer = () => {}

  const dialAfter = (delayMs: number) => {
    stopTimer = clock.after(delayMs, () => void dial())
  }
  const dialAgain = () => {
    const backoff = Math.min(longestDelayMs, firstDelayMs * 2 ** failures)
    failures += 1
    dialAfter(spread(backoff))
  }
  const dialSlowly = (code: number) => {
    const backoff = Math.min(longestSlowDelayMs, firstSlowDelayMs * 2 ** refusals)
    refusals += 1
    dialAfter(spread(code === linkCloseCodes.replaced ? longestSlowDelayMs : backoff))
  }
  /** Between half of it and all of it: never at once, never all together. */
  const spread = (delayMs: number): number => delayMs * (0.5 + options.random() / 2)
  const dial = async () => {
    const outageMs = device.networkBackAt() - clock.now()
    if (outageMs > 0) {
      // Looked at again and again: somebody may plug the cable in.
      dialAfter(Math.min(outageMs, networkCheckMs))
      return
    }
    let link: TerminalLink
    try {
      link = await options.open()
    } catch {
      if (!stopped) dialAgain()
      return
    }
    if (stopped) {
      link.close()
      return
    }
    device.plug(link)
    link.onMessage((message) => {
      if (message.type !== 'welcome' || !device.connected()) return
      failures = 0
      refusals = 0
    })
    link.onClose(({ code, reason }) => {
      if (stopped) return
      if (!refusalCodes.includes(code)) {
        dialAgain()
        return
      }
      options.onRefused?.(reason === '' ? `The service ended the link (${code}).` : reason, code)
      if (!stopped) dialSlowly(code)
    })
  }

  void dial()
  return {
    stop() {
      stopped = true
      stopTimer()
      device.unplug()
    },
  }
}
