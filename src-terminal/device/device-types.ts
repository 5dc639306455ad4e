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
  /** Without it, the system's. */
  readonly clock?: DeviceClock
  readonly capabilities?: DeviceCapabilities
  /** How long the mechanics take; none without it, as scripts and tests want. */
  readonly pace?: Pace
  /** How wrong the terminal's own clock is at first; right without it. */
  readonly clockError?: ClockError
  /** What is out of order at first. */
  readonly condition?: Partial<DeviceCondition>
  onChange?(change: DeviceChange): void
  /** The service proved a successor of the key that was pinned: that one is to be kept from now on. */
  onServiceKey?(key: ServiceKey): void
}

export interface Pace {
  /** Reading a chip, ms. */
  readonly readMs: number
  /** Printing one line of a receipt, ms. */
  readonly printLineMs: number
}

/** Something that happened at the terminal. Never carries a card number. */
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
  /** Of whoever stands before it, as the service named it last. */
  language(): Language
  /** Every receipt printed, oldest first. */
  printed(): readonly (readonly ReceiptLine[])[]
  /** The service has welcomed this terminal on a link that is still up. */
  connected(): boolean
  capabilities(): DeviceCapabilities
  /** The card in the slot, by its last four digits; null when the slot is empty. */
  cardInSlot(): string | null
  condition(): DeviceCondition
  /** What its own clock shows, ms since the epoch. */
  ownTime(): number
  /** When the network is back, ms since the epoch; in the past when it is there, Infinity while it is unplugged. */
  networkBackAt(): number
  /** Does what a person would; what makes no sense at the moment does nothing. */
  act(action: Action): void
  /** Takes a new link in place of the previous one, and sends hello. */
  plug(link: TerminalLink): void
  /** Ends the link, if there is one. */
  unplug(): void
  /** Another person stands before it from now on. */
  setCardholder(cardholder: Cardholder): void
  /** Other hardware. Told to the service with the next hello. */
  setCapabilities(capabilities: DeviceCapabilities): void
}
