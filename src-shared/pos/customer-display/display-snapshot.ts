import type { Language } from '../../language.ts'
import type { Cents } from '../../money.ts'
import type { Settings } from '../settings/settings.ts'

/** A line of what is rung up, as its customer reads it. */
export interface DisplayLine {
  readonly id: string
  readonly name: string
  /** 1.5 of what is sold by weight. */
  readonly quantity: number
  /** After the line's own discount. */
  readonly amount: Cents
}

export interface DisplayOrder {
  readonly lines: readonly DisplayLine[]
  /** Off the whole order. */
  readonly discount: Cents
  readonly added_tax: Cents
  readonly total: Cents
  /** What was brought back for it. */
  readonly returned: Cents
  /** The total less that. Below nothing: what goes back to the customer. */
  readonly due: Cents
}

/** Where the customer is asked to be. */
export type DisplayStep = 'one_moment' | 'tip' | 'card' | 'consent' | 'bank' | 'sign'

/** What the customer's display shows: of the sale at this counter and nothing else (docs/decisions/0065). */
export type DisplayView =
  | { readonly kind: 'idle' }
  | { readonly kind: 'order'; readonly order: DisplayOrder }
  /** A part of the bill, or all of it, is paid by a link; its QR code is here where nobody was sent the link. */
  | { readonly kind: 'link'; readonly amount: Cents; readonly url: string | null }
  | { readonly kind: 'part_paid'; readonly total: Cents; readonly paid: Cents; readonly balance: Cents }
  | {
      readonly kind: 'paying'
      readonly order: DisplayOrder | null
      /** With these two. */
      readonly amount: Cents
      readonly tip: Cents
      readonly surcharge: Cents
      readonly step: DisplayStep
    }
  /** Asked here, because the terminal has no screen. `prompt` names the question in its answer. */
  | { readonly kind: 'tip'; readonly prompt: string; readonly amount: Cents; readonly offer: DisplayTipOffer }
  | { readonly kind: 'sign'; readonly prompt: string; readonly amount: Cents }
  /** Nobody knows yet what became of the payment, or the cashier decides. */
  | { readonly kind: 'wait' }
  /** A card is held for a tab. */
  | { readonly kind: 'held'; readonly amount: Cents }
  /** It is held no more, and nothing was charged. */
  | { readonly kind: 'released' }
  | {
      readonly kind: 'paid'
      readonly total: Cents
      readonly tip: Cents
      /** What the customer gets back in cash. */
      readonly change: Cents
      /** The receipt's number; null where there is none. */
      readonly number: string | null
    }
  | { readonly kind: 'declined' }
  | { readonly kind: 'not_paid' }
  | { readonly kind: 'giving_back' }
  | { readonly kind: 'given_back'; readonly amount: Cents }

export interface DisplayTipOffer {
  readonly presets: readonly { readonly percent: number; readonly tip: Cents }[]
  readonly custom: boolean
}

/** Everything that the customer's display ever gets. */
export interface DisplaySnapshot {
  readonly shop: string
  readonly language: Language
  readonly color_scheme: Settings['color_scheme']
  readonly currency: string
  /** No real money moves. */
  readonly training: boolean
  /** How many pictures there are to show while nothing is sold. */
  readonly pictures: number
  readonly view: DisplayView
}

/** What its preload exposes as `window.customerDisplay`. The answers are true where they were taken. */
export interface DisplayBridge {
  readonly get: () => Promise<DisplaySnapshot>
  /** @returns the function that ends the subscription. */
  readonly onSnapshot: (listener: (snapshot: DisplaySnapshot) => void) => () => void
  /** The customer's tip in cents; 0 for none. */
  readonly chooseTip: (prompt: string, tip: Cents) => Promise<boolean>
  /** @param signature PNG as a data URL */
  readonly sign: (prompt: string, signature: string) => Promise<boolean>
  /** As a data URL; null when it is not there any more. */
  readonly picture: (index: number) => Promise<string | null>
}

export const displayChannels = {
  snapshot: 'display:snapshot',
  get: 'display:get',
  chooseTip: 'display:choose_tip',
  sign: 'display:sign',
  picture: 'display:picture',
} as const
