import type { Cents } from '../../src-shared/money.ts'
import type { Stroke } from '../prompts/signature/stroke.ts'
import type { TerminalText } from '../words/english.ts'

/** Why a question is repeated; '' the first time. */
export type ScreenNotice = TerminalText | ''

/**
 * The content of a terminal's screen, as data. Drawn by the window, read by scripts, reported by the sandbox.
 * Contains no secrets: typed card numbers are truncated, security codes and PINs are dots.
 *
 *   offline ◀──▶ welcome ──▶ message
 *                  ├──▶ confirm
 *                  ├──▶ input
 *                  ├──▶ tip ◀─▶ custom_tip
 *                  ├──▶ confirm_amount ▶ waiting_for_card ▶ reading_card ▶ choose_application? ▶ pin?
 *                  │                                     │                 ▶ typing (ZIP)? ▶ processing
 *                  │                                     ╰▶ typing (number, expiry, code, ZIP) ─▶ ╯
 *                  ├──▶ outcome ▶ remove_card? ▶ welcome
 *                  ├──▶ signing
 *                  ╰──▶ printing ▶ paper_out?
 *   After switching on: starting, then offline until the service has welcomed it.
 *   Between two prompts of one sale: wait. While a used card is in the slot: remove_card, before any other screen.
 */
export type Screen =
  | { readonly kind: 'starting' }
  | { readonly kind: 'offline'; readonly reason: string }
  | { readonly kind: 'welcome'; readonly merchantName: string }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'confirm'; readonly prompt: string }
  | { readonly kind: 'input'; readonly prompt: string; readonly format: string; readonly text: string }
  | TipScreen
  | CustomTipScreen
  | { readonly kind: 'confirm_amount'; readonly amount: Cents; readonly currency: string }
  | WaitingForCardScreen
  | { readonly kind: 'reading_card' }
  | TypingScreen
  | ChooseApplicationScreen
  | { readonly kind: 'pin'; readonly digits: number; readonly notice: ScreenNotice }
  /** The card has been read; the terminal waits for the answer. */
  | { readonly kind: 'processing' }
  /** Between two prompts of one sale. */
  | { readonly kind: 'wait' }
  | OutcomeScreen
  | { readonly kind: 'remove_card' }
  | SigningScreen
  | { readonly kind: 'printing' }
  | { readonly kind: 'paper_out' }

export interface TipScreen {
  readonly kind: 'tip'
  readonly prompt: string
  /** Amount before the tip. */
  readonly amount: Cents
  readonly currency: string
  readonly presets: readonly { readonly percent: number; readonly tip: Cents }[]
  readonly custom: boolean
}

export interface CustomTipScreen {
  readonly kind: 'custom_tip'
  readonly amount: Cents
  readonly currency: string
  readonly tip: Cents
}

export interface WaitingForCardScreen {
  readonly kind: 'waiting_for_card'
  /** Null: the amount must not be shown. */
  readonly amount: Cents | null
  readonly currency: string
  readonly insert: boolean
  readonly tap: boolean
  readonly swipe: boolean
  /** A card that could not be read is still in the slot. */
  readonly cardIn: boolean
  readonly notice: ScreenNotice
}

/** The chip offers several applications, and the merchant has not chosen one. */
export interface ChooseApplicationScreen {
  readonly kind: 'choose_application'
  readonly applications: readonly { readonly aid: string; readonly name: string }[]
}

export type CardField = 'number' | 'expiry' | 'cvv' | 'postal_code'

export interface TypingScreen {
  readonly kind: 'typing'
  /** Amount to pay; null if it must not be shown or is no longer known. */
  readonly amount: Cents | null
  readonly currency: string
  readonly field: CardField
  /** The visible part: the number truncated, the security code as dots. */
  readonly shown: string
  /** Number of typed digits. */
  readonly length: number
  readonly notice: ScreenNotice
}

export interface SigningScreen {
  readonly kind: 'signing'
  readonly prompt: string
  readonly width: number
  readonly height: number
  /** The strokes on the pad. */
  readonly strokes: readonly Stroke[]
  /** How many times the pad was cleared. */
  readonly cleared: number
}

export interface OutcomeScreen {
  readonly kind: 'outcome'
  readonly approved: boolean
  readonly message: string
  readonly amount: Cents
  readonly currency: string
  /** The card is still in the slot and must be removed. */
  readonly cardIn: boolean
}
