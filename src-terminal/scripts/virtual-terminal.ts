import type { ServiceKey } from '../../src-shared/terminal/service-key.ts'
import { createDevice } from '../device/device.ts'
import { type DeviceClock, systemClock } from '../device/device-clock.ts'
import type { Device, DeviceChange } from '../device/device-types.ts'
import type { TerminalCredential } from '../link/credential.ts'
import { keepConnected } from '../link/dialer.ts'
import type { TerminalLink } from '../link/link.ts'
import type { Behaviour } from './behaviour.ts'
import {
  capabilitiesFor,
  clockErrorFor,
  conditionFor,
  createScriptedCardholder,
} from './scripted-cardholder.ts'

/** A terminal that follows a script: the device, its customer, and its connection. */
export interface VirtualTerminal {
  readonly device: Device
  /** Changes the behaviour. Different hardware makes the terminal close the link and send a new hello. */
  change(behaviour: Behaviour): void
  unplug(): void
}

export interface VirtualTerminalOptions {
  readonly hsn: string
  readonly credential: TerminalCredential
  readonly behaviour: Behaviour
  /** One try to reach the service: a socket, or one end of a link pair inside it. */
  open(): TerminalLink | Promise<TerminalLink>
  readonly clock?: DeviceClock
  random?(): number
  onChange?(change: DeviceChange): void
  /** Called with a key that replaces the stored one. */
  onServiceKey?(key: ServiceKey): void
  /** See `DialOptions`. */
  onRefused?(reason: string): void
}

export function createVirtualTerminal(options: VirtualTerminalOptions): VirtualTerminal {
  const clock = options.clock ?? systemClock
  const device = createDevice({
    hsn: options.hsn,
    credential: options.credential,
    cardholder: createScriptedCardholder(options.behaviour, clock),
    clock,
    capabilities: capabilitiesFor(options.behaviour),
    condition: conditionFor(options.behaviour),
    clockError: clockErrorFor(options.behaviour),
    onChange: (change) => options.onChange?.(change),
    onServiceKey: (key) => options.onServiceKey?.(key),
  })
  const dialer = keepConnected({
    device,
    open: () => options.open(),
    clock,
    random: () => options.random?.() ?? Math.random(),
    onRefused: (reason) => options.onRefused?.(reason),
  })
  return {
    device,
    change(behaviour) {
      device.act({ kind: 'set_condition', condition: conditionFor(behaviour) })
      device.act({ kind: 'misset_clock', error: clockErrorFor(behaviour) })
      device.setCardholder(createScriptedCardholder(behaviour, clock))
      device.act({ kind: 'fit_hardware', hardware: capabilitiesFor(behaviour) })
    },
    unplug: () => dialer.stop(),
  }
}
