import type { Cents } from '../../money.ts'
import type { Bill, GiftCardRefusal, Tender } from './bill.ts'
import type { NewBill } from './new-bill.ts'

/** The service's definite answer; without one, the request is repeated. `left`: the card's balance, in cents. */
export type GiftCardAnswer =
  | { readonly kind: 'paid'; readonly left: Cents }
  | { readonly kind: 'refused'; readonly reason: GiftCardRefusal }

/** The events of a gift card as a tender. */
export type GiftCardEvent =
  /** Charges `amount` to the card; `balance` is the bill's balance that the cashier read. */
  | {
      readonly kind: 'take_gift_card'
      readonly id: string
      readonly card: { readonly card_id: string; readonly last_four: string }
      readonly amount: Cents
      readonly balance: Cents
      readonly bill: NewBill | null
    }
  | { readonly kind: 'gift_card_answered'; readonly id: string; readonly answer: GiftCardAnswer }
  /** Stops waiting for the answer: whatever it is, the card gets its money back. */
  | { readonly kind: 'stop_gift_card' }

export type GiftCardEffect =
  /** Requests the charge until the service has given a definite answer; every repeat is the same request. */
  | {
      readonly kind: 'redeem_gift_card'
      readonly tender: GiftCardTender
      readonly currency: string
      /** The receipt's number. */
      readonly bill: string
      /** The previous run of the app may have sent the request. */
      readonly again?: true
    }
  /** Performs what the bill loads onto cards and gives back to them; repeats have no effect. */
  | { readonly kind: 'follow_gift_cards'; readonly bill: Bill }

export type GiftCardTender = Extract<Tender, { kind: 'gift_card' }>
