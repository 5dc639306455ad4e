import type { Cents } from '../../money.ts'
import type { Bill, GiftCardRefusal, Tender } from './bill.ts'
import type { NewBill } from './new-bill.ts'

/** How the service answered: for certain, or it would be asked again. `left`: on the card, cents. */
export type GiftCardAnswer =
  | { readonly kind: 'paid'; readonly left: Cents }
  | { readonly kind: 'refused'; readonly reason: GiftCardRefusal }

/** What happens to a gift card that pays. */
export type GiftCardEvent =
  /** The card is to pay `amount`; `balance` of the bill is what the cashier read. */
  | {
      readonly kind: 'take_gift_card'
      readonly id: string
      readonly card: { readonly card_id: string; readonly last_four: string }
      readonly amount: Cents
      readonly balance: Cents
      readonly bill: NewBill | null
    }
  | { readonly kind: 'gift_card_answered'; readonly id: string; readonly answer: GiftCardAnswer }
  /** Nobody waits for the answer any more: whatever it is, the card has its money. */
  | { readonly kind: 'stop_gift_card' }

export type GiftCardEffect =
  /** Asks until the service has answered for certain; the same request, however often it is asked. */
  | {
      readonly kind: 'redeem_gift_card'
      readonly tender: GiftCardTender
      readonly currency: string
      /** The receipt's number. */
      readonly bill: string
      /** The run before may have asked for it. */
      readonly again?: true
    }
  /** What the bill puts on cards, and gives back to them, is to be done: each once, however often it is asked for. */
  | { readonly kind: 'follow_gift_cards'; readonly bill: Bill }

export type GiftCardTender = Extract<Tender, { kind: 'gift_card' }>
