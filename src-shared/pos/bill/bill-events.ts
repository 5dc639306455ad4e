import type { Cents } from '../../money.ts'
import type { BillCash } from '../cash/cash-entry.ts'
import type { PaymentLink } from '../links/payment-link.ts'
import type { PaidByLink } from '../links/payment-link-steps.ts'
import type { Order } from '../order/order.ts'
import type { SaleState } from '../sale/sale.ts'
import type { EventOrigin, SaleEffect, SaleEvent } from '../sale/sale-events.ts'
import type { Bill, Numbering } from './bill.ts'
import type { CashStep } from './cash.ts'
import type { GiftCardEffect, GiftCardEvent } from './gift-card-events.ts'
import type { NewBill } from './new-bill.ts'
import type { Tab, TabStatus } from './tab.ts'

export type { NewBill }

/** What stands at the counter: one bill, and the sale of the card that pays it now. Kept in the journal as one. */
export interface AtCounter {
  readonly bill: Bill | null
  readonly sale: SaleState
  readonly numbering: Numbering
  /** Cards that are held, the oldest first; one that is being closed or given back is at the counter instead. */
  readonly tabs: readonly Tab[]
  /** Bills that wait for the payer of a link, or have been paid by it, the oldest first. */
  readonly aside: readonly Bill[]
}

/** What a person does about a bill. */
type BillAction =
  /** To be paid in parts. */
  | { readonly kind: 'open_bill'; readonly bill: NewBill }
  /** The customer has handed over `tendered`. `bill`: where none is open, the one that it pays. */
  | {
      readonly kind: 'take_cash'
      readonly id: string
      readonly tendered: Cents
      /** As the cashier read it: a second press for the same finds another balance. */
      readonly balance: Cents
      /** What sums in cash are rounded to. */
      readonly step: CashStep
      readonly bill: NewBill | null
    }
  /** Everything that has been paid goes back. */
  | { readonly kind: 'undo_bill' }
  /** The customer has the cash back. */
  | { readonly kind: 'cash_returned'; readonly id: string }
  /** A manager takes it over part paid, such as when a card's payment is settled and cannot be voided any more. */
  | { readonly kind: 'leave_bill' }
  /** The card did not pay: the bill stays open for another tender. */
  | { readonly kind: 'pay_otherwise' }
  | RestoredAction
  | TabAction
  | LinkAction
  | GiftCardEvent

/** What a person does about a tab, and what the service shows of it. `tab_id` is the sale that opened it. */
type TabAction =
  /** What was rung up, or typed, goes onto it. */
  | { readonly kind: 'add_to_tab'; readonly tab_id: string; readonly order: Order }
  | { readonly kind: 'remove_from_tab'; readonly tab_id: string; readonly line_id: string }
  /** The line that was taken off last. */
  | { readonly kind: 'put_back_on_tab'; readonly tab_id: string }
  /** `total`: as the cashier read it. `tip`: what the customer gives besides, of what the card holds. */
  | {
      readonly kind: 'close_tab'
      readonly tab_id: string
      readonly bill_id: string
      readonly total: Cents
      readonly tip: Cents
    }
  /** The card is not charged; of one that is held no more, only the tab goes. */
  | { readonly kind: 'release_tab'; readonly tab_id: string }
  | { readonly kind: 'tab_seen'; readonly tab_id: string; readonly found: TabStatus }

/** What the service shows of a bill that a backup brought, and what a person says about it. */
type RestoredAction =
  | {
      readonly kind: 'restored_seen'
      readonly bill_id: string
      /** Of each tender that is named to the service, what is with the customer again; cents. */
      readonly returned: Readonly<Record<string, Cents>>
      readonly paid_elsewhere: Cents | null
    }
  /** It was not paid, nor given back, at the counter of the backup. */
  | { readonly kind: 'keep_restored' }

/** What a person does about the link of a bill, and what the service shows of it. */
type LinkAction =
  /** A part of the balance, or all of it, is to be paid elsewhere. No other tender pays meanwhile. */
  | { readonly kind: 'send_link'; readonly link: Pick<PaymentLink, 'id' | 'amount' | 'receiver'> }
  /** The cashier takes it back. A payer who was faster has paid. */
  | { readonly kind: 'withdraw_link' }
  /** A manager has another tender pay, while the bank has not answered about the payment by the link: none counts here. */
  | { readonly kind: 'give_up_link'; readonly bill_id: string }
  /** The next customer is served meanwhile. */
  | { readonly kind: 'put_aside' }
  | { readonly kind: 'bring_back'; readonly bill_id: string }
  /** `paid`: the payment that stands, of a link that is paid. */
  | { readonly kind: 'link_changed'; readonly link: PaymentLink; readonly paid: PaidByLink | null }

export type BillEvent = EventOrigin & BillAction
export type CounterEvent = BillEvent | SaleEvent

export type BillEffect =
  | { readonly kind: 'book_cash'; readonly entry: BillCash }
  | { readonly kind: 'open_drawer' }
  /** Makes the link where there is none yet, and watches it until it has ended; once, however often it is asked for. */
  | { readonly kind: 'follow_link'; readonly link_id: string }
  /** It has left the counter, and can be found by its number. */
  | { readonly kind: 'file_bill'; readonly bill: Bill }
  | GiftCardEffect
  /** What became of what was brought back is to be written down beside its sale; once, however often it is asked for. */
  | { readonly kind: 'follow_exchange'; readonly bill: Bill }
export type CounterEffect = BillEffect | SaleEffect

export interface CounterStep {
  readonly next: AtCounter
  readonly effects: readonly CounterEffect[]
}
