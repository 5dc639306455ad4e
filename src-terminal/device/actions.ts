import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import type { TestCard } from '../cards/test-cards.ts'
import type { Stroke } from '../prompts/signature/stroke.ts'
import type { DeviceCondition } from './device-condition.ts'
import type { ClockError } from './internal-clock.ts'

/** The keys below the screen: red cancels, yellow erases, green confirms. */
export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'red' | 'yellow' | 'green'

/** An action of a person at a terminal. An action that is impossible at the moment does nothing, as on a real one. */
export type Action =
  | { readonly kind: 'key'; readonly key: KeypadKey }
  /** A letter of the on-screen keyboard; read_input only. */
  | { readonly kind: 'letter'; readonly letter: string }
  | { readonly kind: 'choose_tip'; readonly choice: TipChoice }
  | { readonly kind: 'insert_card'; readonly card: TestCard }
  | { readonly kind: 'remove_card' }
  | { readonly kind: 'tap_card'; readonly card: TestCard }
  | { readonly kind: 'swipe_card'; readonly card: TestCard }
  /** Types the card instead of presenting it, if the terminal waits for a card. */
  | { readonly kind: 'enter_by_hand' }
  /** By touch in the list of a multi-application card; pressing the digit before it does the same. */
  | { readonly kind: 'choose_application'; readonly aid: string }
  /** Adds strokes to the signature pad. */
  | { readonly kind: 'draw'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'clear_signature' }
  /** Adds strokes to the pad and confirms the signature. */
  | { readonly kind: 'sign'; readonly strokes: readonly Stroke[] }
  | DeviceAction

/** Actions on the device itself rather than its screen. */
export type DeviceAction =
  | { readonly kind: 'load_paper'; readonly loaded: boolean }
  /** The network fails: the link ends and cannot be restored for this time, in ms. */
  | { readonly kind: 'lose_network'; readonly forMs: number }
  /** Unplugs or plugs in the network cable. */
  | { readonly kind: 'plug_network'; readonly plugged: boolean }
  /** Power cycle: the terminal drops its current work and takes this time to start, in ms. */
  | { readonly kind: 'reboot'; readonly forMs: number }
  | { readonly kind: 'misset_clock'; readonly error: ClockError }
  /** Omitted fields stay unchanged. */
  | { readonly kind: 'set_condition'; readonly condition: Partial<DeviceCondition> }
  /** Changes the hardware. The terminal closes the link and reports the hardware with its next hello. */
  | { readonly kind: 'fit_hardware'; readonly hardware: Partial<DeviceCapabilities> }

export type TipChoice =
  | { readonly kind: 'preset'; readonly percent: number }
  | { readonly kind: 'custom' }
  | { readonly kind: 'none' }

export const pressKey = (key: KeypadKey): Action => ({ kind: 'key', key })
