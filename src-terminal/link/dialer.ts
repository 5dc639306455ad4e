import { linkCloseCodes } from '../../src-shared/terminal/messages.ts'
import type { DeviceClock } from '../device/device-clock.ts'
import type { Device } from '../device/device-types.ts'
import type { TerminalLink } from './link.ts'

/**
 * Keeps a terminal connected: dials again whenever the link ends, even after a refusal. Anybody on the network path can
 * send a close code; a terminal that trusted it would stay offline until it is activated again.
 */
export interface Dialer {
  /** Closes the link for good. */
  stop(): void
}

export interface DialOptions {
  readonly device: Pick<Device, 'plug' | 'unplug' | 'connected' | 'networkBackAt'>
  /** One try. Rejects if the service cannot be reached. */
  open(): TerminalLink | Promise<TerminalLink>
  readonly clock: DeviceClock
  /** In [0, 1): spreads terminals that lost the service at the same moment. */
  random(): number
  /** A close code reports that dialling is in vain (`linkCloseCodes`). It continues slowly unless this stops it. */
  onRefused?(reason: string, code: number): void
}

const firstDelayMs = 250
const longestDelayMs = 15_000
/** How often a terminal without a network checks whether it is back, in ms. */
const networkCheckMs = 500
const refusalCodes: readonly number[] = Object.values(linkCloseCodes)
const firstSlowDelayMs = 15_000
/** Two terminals with the same credential would otherwise keep replacing each other's link. */
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
  /** Returns between half and all of the delay: never zero, and different for each terminal. */
  const spread = (delayMs: number): number => delayMs * (0.5 + options.random() / 2)
  const dial = async () => {
    const outageMs = device.networkBackAt() - clock.now()
    if (outageMs > 0) {
      // Checked repeatedly, because the cable may be plugged in.
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
