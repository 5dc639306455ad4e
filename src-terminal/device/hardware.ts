import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import { assertNever } from '../../src-shared/result.ts'
import type { DeviceAction } from './actions.ts'
import { fullCapabilities } from './capabilities.ts'
import type { DeviceClock } from './device-clock.ts'
import { type DeviceCondition, soundCondition } from './device-condition.ts'
import type { DeviceOptions } from './device-types.ts'
import { createOwnClock, type OwnClock, rightClock } from './internal-clock.ts'

/** The physical device: hardware, power, network, clock and faults. */
export interface Hardware {
  readonly ownClock: OwnClock
  capabilities(): DeviceCapabilities
  setCapabilities(capabilities: DeviceCapabilities): void
  condition(): DeviceCondition
  /** It was switched on and is not ready yet. */
  starting(): boolean
  /** When the network is back, in ms since the epoch; Infinity while it is unplugged. */
  networkBackAt(): number
  handle(action: DeviceAction): void
}

export function createHardware(parts: {
  readonly clock: DeviceClock
  readonly options: DeviceOptions
  /** Closes the link, if there is one. */
  hangUp(reason: string): void
  /** Drops the current work. */
  goOffline(reason: string): void
  /** Redraws the idle screen, whose content has changed. */
  refresh(): void
}): Hardware {
  const { clock, options } = parts
  const ownClock = createOwnClock(clock, options.clockError ?? rightClock)
  let capabilities = options.capabilities ?? fullCapabilities
  let condition: DeviceCondition = { ...soundCondition, ...options.condition }
  let networkBackAt = 0
  let startedAt = 0

  const setCondition = (change: Partial<DeviceCondition>) => {
    condition = { ...condition, ...change }
    parts.refresh()
  }
  const plugNetwork = (plugged: boolean) => {
    if (!plugged) {
      networkBackAt = Number.POSITIVE_INFINITY
      parts.hangUp('Network unplugged')
    } else if (networkBackAt > clock.now()) {
      networkBackAt = startedAt
      parts.goOffline('Connecting…')
    }
  }
  const reboot = (forMs: number) => {
    startedAt = clock.now() + forMs
    networkBackAt = Math.max(networkBackAt, startedAt)
    parts.hangUp('Restarting')
    parts.goOffline(networkBackAt > startedAt ? 'No network' : 'Connecting…')
    clock.after(forMs, parts.refresh)
  }
  return {
    ownClock,
    capabilities: () => capabilities,
    setCapabilities(next) {
      capabilities = next
    },
    condition: () => condition,
    starting: () => clock.now() < startedAt,
    networkBackAt: () => networkBackAt,
    handle(action) {
      switch (action.kind) {
        case 'load_paper':
          return setCondition({ paper: action.loaded })
        case 'set_condition':
          return setCondition(action.condition)
        case 'lose_network':
          networkBackAt = Math.max(networkBackAt, clock.now() + action.forMs)
          return parts.hangUp('No network')
        case 'plug_network':
          return plugNetwork(action.plugged)
        case 'reboot':
          return reboot(action.forMs)
        case 'misset_clock':
          return ownClock.misset(action.error)
        case 'fit_hardware': {
          const fitted = { ...capabilities, ...action.hardware }
          if (JSON.stringify(fitted) === JSON.stringify(capabilities)) return
          capabilities = fitted
          return parts.hangUp('Hardware changed')
        }
        default:
          return assertNever(action)
      }
    },
  }
}
