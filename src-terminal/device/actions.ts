import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import type { TestCard } from '../cards/test-cards.ts'
import type { Stroke } from '../prompts/signature/stroke.ts'
import type { DeviceCondition } from './device-condition.ts'
import type { ClockError } from './internal-clock.ts'

/** The keys below the screen: red cancels, yellow takes back, green confirms. */
export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'red' | 'yellow' | 'green'

/** What a person can do to a terminal. What makes no sense at the moment does nothing, as on a real one. */
export type Action =
  | { readonly kind: 'key'; readonly key: KeypadKey }
  /** A letter of an on-screen keyboard; read_input only. */
  | { readonly kind: 'letter'; readonly letter: string }
  | { readonly kind: 'choose_tip'; readonly choice: TipChoice }
  | { readonly kind: 'insert_card'; readonly card: TestCard }
  | { readonly kind: 'remove_card' }
  | { readonly kind: 'tap_card'; readonly card: TestCard }
  | { readonly kind: 'swipe_card'; readonly card: TestCard }
  /** Types the card instead of presenting it, where the terminal waits for one. */
  | { readonly kind: 'enter_by_hand' }
  /** With a finger on a multi-application card's list; the digit before it does the same. */
  | { readonly kind: 'choose_application'; readonly aid: string }
  /** Adds to what stands on the signature pad. */
  | { readonly kind: 'draw'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'clear_signature' }
  /** Adds to what stands on the pad, and hands it in. */
  | { readonly kind: 'sign'; readonly strokes: readonly Stroke[] }
  | DeviceAction

/** What is done to the device itself rather than on its screen. */
export type DeviceAction =
  | { readonly kind: 'load_paper'; readonly loaded: boolean }
  /** The network fails: the link ends and cannot be had again for so long, ms. */
  | { readonly kind: 'lose_network'; readonly forMs: number }
  /** The network cable: out until it is put in again. */
  | { readonly kind: 'plug_network'; readonly plugged: boolean }
  /** The power goes off and on: all that the terminal was doing is forgotten, and it starts for so long, ms. */
  | { readonly kind: 'reboot'; readonly forMs: number }
  | { readonly kind: 'misset_clock'; readonly error: ClockError }
  /** What is left out stays as it is. */
  | { readonly kind: 'set_condition'; readonly condition: Partial<DeviceCondition> }
  /** Other hardware. The terminal hangs up and reports it with its next hello. */
  | { readonly kind: 'fit_hardware'; readonly hardware: Partial<DeviceCapabilities> }

export type TipChoice =
  | { readonly kind: 'preset'; readonly percent: number }
  | { readonly kind: 'custom' }
  | { readonly kind: 'none' }

export const pressKey = (key: KeypadKey): Action => ({ kind: 'key', key })
