import { linkCloseCodes } from '../../src-shared/terminal/messages.ts'
import type { DeviceClock } from '../device/device-clock.ts'
import type { Device } from '../device/device-types.ts'
import type { TerminalLink } from './link.ts'

/** Keeps a terminal on the line: dials, and dials again when the link ends, until there is no point in it. */
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
  /** The service refused further connections (`linkCloseCodes`): the place is taken, or the credential is void. */
  onGivenUp?(reason: string, code: number): void
}

const firstDelayMs = 250
const longestDelayMs = 15_000
/** How often a terminal without a network looks whether it is back, ms. */
const networkCheckMs = 500
const endings: readonly number[] = Object.values(linkCloseCodes)

export function keepConnected(options: DialOptions): Dialer {
  const { device, clock } = options
  let stopped = false
  let failures = 0
  let stopTimer = () => {}

  const dialAfter = (delayMs: number) => {
    stopTimer = clock.after(delayMs, () => void dial())
  }
  const dialAgain = () => {
    // Between half of it and all of it: never at once, never all together.
    const backoff = Math.min(longestDelayMs, firstDelayMs * 2 ** failures)
    failures += 1
    dialAfter(backoff * (0.5 + options.random() / 2))
  }
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
      if (message.type === 'welcome') failures = 0
    })
    link.onClose(({ code, reason }) => {
      if (stopped) return
      if (endings.includes(code)) {
        stopped = true
        options.onGivenUp?.(reason === '' ? `The service ended the link (${code}).` : reason, code)
      } else dialAgain()
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
