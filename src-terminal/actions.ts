import type { TestCard } from './cards.ts'

/** The keys below the screen: red cancels, yellow takes back, green confirms. */
export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'red' | 'yellow' | 'green'

/** A point of a signature: both between 0 and 1, from the pad's top left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}
export type Stroke = readonly Point[]

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
  | { readonly kind: 'sign'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'load_paper'; readonly loaded: boolean }
  /** The network fails: the link ends and cannot be had again for so long, ms. */
  | { readonly kind: 'lose_network'; readonly forMs: number }

export type TipChoice =
  | { readonly kind: 'preset'; readonly percent: number }
  | { readonly kind: 'custom' }
  | { readonly kind: 'none' }

export const pressKey = (key: KeypadKey): Action => ({ kind: 'key', key })
