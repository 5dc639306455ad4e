import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import type { Language } from '../../src-shared/language.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import type { CommandFailure, TerminalCommandName } from '../../src-shared/terminal/messages.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { ServiceKey } from '../../src-shared/terminal/service-key.ts'
import type { TerminalCredential } from '../link/credential.ts'
import type { TerminalLink } from '../link/link.ts'
import type { Action } from './actions.ts'
import type { Cardholder } from './cardholder.ts'
import type { DeviceClock } from './device-clock.ts'
import type { DeviceCondition } from './device-condition.ts'
import type { ClockError } from './internal-clock.ts'
import type { Screen } from './screen-state.ts'

export interface DeviceOptions {
  readonly hsn: string
  readonly credential: TerminalCredential
  /** The first link; without it the terminal is offline until one is plugged in. */
  readonly link?: TerminalLink
  readonly cardholder: Cardholder
  /** Default: the system clock. */
  readonly clock?: DeviceClock
  readonly capabilities?: DeviceCapabilities
  /** Duration of mechanical steps. Default: none, as scripts and tests need. */
  readonly pace?: Pace
  /** Initial error of the terminal's own clock. Default: none. */
  readonly clockError?: ClockError
  /** Initial faults. */
  readonly condition?: Partial<DeviceCondition>
  onChange?(change: DeviceChange): void
  /** The service proved a successor of the pinned key: the caller has to store this one from now on. */
  onServiceKey?(key: ServiceKey): void
}

export interface Pace {
  /** Reading a chip, in ms. */
  readonly readMs: number
  /** Printing one line of a receipt, in ms. */
  readonly printLineMs: number
}

/** An event at the terminal. Never carries a card number. */
export type DeviceChange =
  | { readonly kind: 'connected'; readonly name: string }
  | { readonly kind: 'disconnected'; readonly code: number; readonly reason: string }
  | { readonly kind: 'screen'; readonly screen: Screen }
  | { readonly kind: 'command'; readonly id: string; readonly name: TerminalCommandName }
  | { readonly kind: 'progress'; readonly id: string; readonly step: Progress }
  | { readonly kind: 'done'; readonly id: string; readonly failure: CommandFailure | null }
  | { readonly kind: 'printed'; readonly lines: readonly ReceiptLine[] }
  | { readonly kind: 'sound'; readonly sound: 'beep' | 'approved' | 'declined' }

export interface Device {
  readonly hsn: string
  screen(): Screen
  /** Language of the cardholder, as last set by the service. */
  language(): Language
  /** The last hundred printed receipts, oldest first. */
  printed(): readonly (readonly ReceiptLine[])[]
  /** The service has welcomed this terminal on a link that is still open. */
  connected(): boolean
  capabilities(): DeviceCapabilities
  /** The inserted card's last four digits; null if the slot is empty. */
  cardInSlot(): string | null
  condition(): DeviceCondition
  /** Time of its own clock, in ms since the epoch. */
  ownTime(): number
  /** When the network is back, in ms since the epoch; in the past if it is there, Infinity while it is unplugged. */
  networkBackAt(): number
  /** Performs a person's action; an impossible action does nothing. */
  act(action: Action): void
  /** Replaces the link and sends hello. */
  plug(link: TerminalLink): void
  /** Closes the link, if there is one. */
  unplug(): void
  /** Replaces the cardholder. */
  setCardholder(cardholder: Cardholder): void
  /** Changes the hardware. Reported to the service with the next hello. */
  setCapabilities(capabilities: DeviceCapabilities): void
}
