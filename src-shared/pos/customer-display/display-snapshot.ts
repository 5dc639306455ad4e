import type { Language } from '../../language.ts'
import type { Cents } from '../../money.ts'
import type { Settings } from '../settings/settings.ts'

/** A line of the order, as the customer reads it. */
export interface DisplayLine {
  readonly id: string
  readonly name: string
  /** 1.5 for goods sold by weight. */
  readonly quantity: number
  /** After the line's own discount. */
  readonly amount: Cents
}

export interface DisplayOrder {
  readonly lines: readonly DisplayLine[]
  /** Discounts of the whole order. */
  readonly discount: Cents
  readonly added_tax: Cents
  readonly total: Cents
  /** Worth of the goods brought back in exchange. */
  readonly returned: Cents
  /** Total less `returned`. Negative: the amount that goes back to the customer. */
  readonly due: Cents
}

/** The customer's current step. */
export type DisplayStep = 'one_moment' | 'tip' | 'card' | 'consent' | 'bank' | 'sign'

/** The view of the customer's display, which shows only the sale at this counter (docs/decisions/0065). */
export type DisplayView =
  | { readonly kind: 'idle' }
  | { readonly kind: 'order'; readonly order: DisplayOrder }
  /** A link pays the bill or a part of it. `url` is shown as a QR code, if the link was not sent. */
  | { readonly kind: 'link'; readonly amount: Cents; readonly url: string | null }
  | { readonly kind: 'part_paid'; readonly total: Cents; readonly paid: Cents; readonly balance: Cents }
  | {
      readonly kind: 'paying'
      readonly order: DisplayOrder | null
      /** Includes `tip` and `surcharge`. */
      readonly amount: Cents
      readonly tip: Cents
      readonly surcharge: Cents
      readonly step: DisplayStep
    }
  /** Asked here if the terminal has no screen. `prompt` identifies the question in its answer. */
  | { readonly kind: 'tip'; readonly prompt: string; readonly amount: Cents; readonly offer: DisplayTipOffer }
  | { readonly kind: 'sign'; readonly prompt: string; readonly amount: Cents }
  /** The outcome of the payment is unknown, or the cashier decides. */
  | { readonly kind: 'wait' }
  /** A card is held for a tab. */
  | { readonly kind: 'held'; readonly amount: Cents }
  /** The hold was released, and nothing was charged. */
  | { readonly kind: 'released' }
  | {
      readonly kind: 'paid'
      readonly total: Cents
      readonly tip: Cents
      /** Change in cash. */
      readonly change: Cents
      /** The receipt's number; null if there is none. */
      readonly number: string | null
      /** The address of the receipt for the customer's phone; null if a phone cannot open it, or until it is known. */
      readonly receipt_url: string | null
    }
  | { readonly kind: 'declined' }
  | { readonly kind: 'not_paid' }
  | { readonly kind: 'giving_back' }
  | { readonly kind: 'given_back'; readonly amount: Cents }

export interface DisplayTipOffer {
  readonly presets: readonly { readonly percent: number; readonly tip: Cents }[]
  readonly custom: boolean
}

/** All data that the customer's display receives. */
export interface DisplaySnapshot {
  readonly shop: string
  readonly language: Language
  readonly color_scheme: Settings['color_scheme']
  readonly currency: string
  /** No real money moves. */
  readonly training: boolean
  /** Number of pictures to show while the counter is idle. */
  readonly pictures: number
  readonly view: DisplayView
}

/** The API that its preload exposes as `window.customerDisplay`. A result is true if the answer was accepted. */
export interface DisplayBridge {
  readonly get: () => Promise<DisplaySnapshot>
  /** @returns the function that ends the subscription. */
  readonly onSnapshot: (listener: (snapshot: DisplaySnapshot) => void) => () => void
  /** The customer's tip in cents; 0 for none. */
  readonly chooseTip: (prompt: string, tip: Cents) => Promise<boolean>
  /** @param signature PNG as a data URL */
  readonly sign: (prompt: string, signature: string) => Promise<boolean>
  /** A data URL; null if the picture no longer exists. */
  readonly picture: (index: number) => Promise<string | null>
}

export const displayChannels = {
  snapshot: 'display:snapshot',
  get: 'display:get',
  chooseTip: 'display:choose_tip',
  sign: 'display:sign',
  picture: 'display:picture',
} as const
