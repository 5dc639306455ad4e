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

/** The counter: one bill, and the sale of the card that is paying it. The journal has both in one record. */
export interface AtCounter {
  readonly bill: Bill | null
  readonly sale: SaleState
  readonly numbering: Numbering
  /** Held cards, oldest first; a tab that is being closed or released is at the counter instead. */
  readonly tabs: readonly Tab[]
  /** Bills that wait for the payer of a link, or were paid by it, oldest first. */
  readonly aside: readonly Bill[]
}

/** A person's action on a bill. */
type BillAction =
  /** Opens a bill to be paid in parts. */
  | { readonly kind: 'open_bill'; readonly bill: NewBill }
  /** The customer has handed over `tendered`. `bill`: the new bill, if none is open. */
  | {
      readonly kind: 'take_cash'
      readonly id: string
      readonly tendered: Cents
      /** The balance that the cashier read: a second press finds another one. */
      readonly balance: Cents
      /** The rounding of cash. */
      readonly step: CashStep
      readonly bill: NewBill | null
    }
  /** Gives back everything that was paid. */
  | { readonly kind: 'undo_bill' }
  /** The customer has the cash back. */
  | { readonly kind: 'cash_returned'; readonly id: string }
  /** A manager takes over the part paid bill, such as when a card's payment is settled and can no longer be voided. */
  | { readonly kind: 'leave_bill' }
  /**
   * The service shows that cards of the open bill got money back elsewhere. `given_back`: all that went back of each, by
   * its sale, in cents.
   */
  | {
      readonly kind: 'given_back_seen'
      readonly bill_id: string
      readonly given_back: Readonly<Record<string, Cents>>
    }
  /** The card did not pay: the bill stays open for another tender. */
  | { readonly kind: 'pay_otherwise' }
  | RestoredAction
  | TabAction
  | LinkAction
  | GiftCardEvent

/** A person's action on a tab, or the service's report about it. `tab_id` is the sale that opened it. */
type TabAction =
  /** Adds the draft order or a typed amount to the tab. */
  | { readonly kind: 'add_to_tab'; readonly tab_id: string; readonly order: Order }
  | { readonly kind: 'remove_from_tab'; readonly tab_id: string; readonly line_id: string }
  /** Restores the line that was removed last. */
  | { readonly kind: 'put_back_on_tab'; readonly tab_id: string }
  /** `total`: the one that the cashier read. `tip`: the customer's tip, taken from the hold. */
  | {
      readonly kind: 'close_tab'
      readonly tab_id: string
      readonly bill_id: string
      readonly total: Cents
      readonly tip: Cents
    }
  /** Releases the card uncharged; if it is no longer held, only removes the tab. */
  | { readonly kind: 'release_tab'; readonly tab_id: string }
  | { readonly kind: 'tab_seen'; readonly tab_id: string; readonly found: TabStatus }

/** The service's report on a bill restored from a backup, or a person's decision about it. */
type RestoredAction =
  | {
      readonly kind: 'restored_seen'
      readonly bill_id: string
      /** For each tender that the service knows by name, what went back to the customer; in cents. */
      readonly returned: Readonly<Record<string, Cents>>
      readonly paid_elsewhere: Cents | null
    }
  /** It was neither paid nor given back at the counter of the backup. */
  | { readonly kind: 'keep_restored' }

/** A person's action on the link of a bill, or the service's report about it. */
type LinkAction =
  /** Sends a link for the balance, or a part of it. Until it ends, no other tender can pay. */
  | { readonly kind: 'send_link'; readonly link: Pick<PaymentLink, 'id' | 'amount' | 'receiver'> }
  /** The cashier withdraws it. If the payer was faster, it is paid. */
  | { readonly kind: 'withdraw_link' }
  /** A manager lets another tender pay while the bank's answer is pending: the link then does not count here. */
  | { readonly kind: 'give_up_link'; readonly bill_id: string }
  /** Serves the next customer meanwhile. */
  | { readonly kind: 'put_aside' }
  | { readonly kind: 'bring_back'; readonly bill_id: string }
  /** `paid`: for a paid link, the payment that stands. */
  | { readonly kind: 'link_changed'; readonly link: PaymentLink; readonly paid: PaidByLink | null }

export type BillEvent = EventOrigin & BillAction
export type CounterEvent = BillEvent | SaleEvent

export type BillEffect =
  | { readonly kind: 'book_cash'; readonly entry: BillCash }
  | { readonly kind: 'open_drawer' }
  /** Makes the link if there is none yet, and watches it until it ends; repeats have no effect. */
  | { readonly kind: 'follow_link'; readonly link_id: string }
  /** The bill has left the counter: files it, so that its number finds it. */
  | { readonly kind: 'file_bill'; readonly bill: Bill }
  | GiftCardEffect
  /** Records the outcome of the exchange with the returned goods' sale; repeats have no effect. */
  | { readonly kind: 'follow_exchange'; readonly bill: Bill }
export type CounterEffect = BillEffect | SaleEffect

export interface CounterStep {
  readonly next: AtCounter
  readonly effects: readonly CounterEffect[]
}
