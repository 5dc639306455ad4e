import type { Language } from '../../language.ts'
import type { ReceiptLine } from '../../receipt/lines.ts'
import type { Progress } from '../../terminal/progress.ts'
import type { Bill } from '../bill/bill.ts'
import type { CardToken } from '../customer/card-token.ts'
import type { ParkableKind, PaymentEntry, PaymentSummary, SaleFacts, SaleIn, StopReason } from './sale.ts'
import type { NoSurcharge } from './surcharge.ts'

/** The tips to offer on the terminal; null if no tip is asked for. Presets are whole percentages. */
export interface TipOffer {
  readonly presets: readonly number[]
  readonly custom: boolean
}

/** What the service reports about a sale's payment, read from an intent and its payments. */
export type PaymentFound =
  /** `sign`: the card requires a signature, and the terminal could not take one. */
  | { readonly kind: 'paid'; readonly payment: PaymentSummary; readonly sign: boolean }
  | {
      readonly kind: 'declined'
      readonly payment_id: string
      readonly decline: SaleIn<'declined'>['decline']
    }
  | { readonly kind: 'processing' }
  /** Charged and returned. `open`: the intent can be charged again. `returned`: the captured amount, in cents. */
  | { readonly kind: 'voided'; readonly open: boolean; readonly returned?: number }
  /** At present no payment of this attempt exists. */
  | { readonly kind: 'absent'; readonly open: boolean }

/** The end of an authorization for the POS. */
export type AuthorizationEnd =
  | PaymentFound
  /** The request certainly did not run. */
  | { readonly kind: 'not_sent'; readonly reason: StopReason; readonly detail: string }
  /** Unknown is not failed: it is looked up. */
  | {
      readonly kind: 'unknown'
      readonly cause: SaleIn<'checking'>['cause']
      /** The reason for the stop if nothing turns out to be charged. */
      readonly otherwise: StopReason
      readonly detail: string
      /** The service itself reported that the command is over. */
      readonly ended: boolean
    }

type NewSale = Pick<SaleFacts, 'id' | 'amount' | 'currency' | 'entry' | 'note' | 'hsn'> &
  Partial<Pick<SaleFacts, 'order' | 'bill' | 'tab' | 'surcharge_rule' | 'customer' | 'token'>>

/** Events caused by a person or by the start of the app. */
type AskedEvent =
  | { readonly kind: 'charge'; readonly sale: NewSale }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'skip_tip' }
  /** The customer refused the surcharge: charges the card that was read without one. */
  | { readonly kind: 'waive_surcharge'; readonly hsn?: string }
  /** The customer has agreed, to the cashier, to the charge of their saved card. */
  | { readonly kind: 'customer_agrees' }
  | { readonly kind: 'skip_signature' }
  /** `hsn`: the counter's current terminal, which may have changed. */
  | {
      readonly kind: 'retry'
      readonly entry: PaymentEntry
      readonly tips: TipOffer | null
      readonly hsn?: string
    }
  | { readonly kind: 'decide'; readonly choice: 'keep' | 'void' }
  | { readonly kind: 'sign'; readonly signature: string | null }
  | { readonly kind: 'print' }
  | { readonly kind: 'finish' }
  /** The app starts and finds this state in the journal. */
  | { readonly kind: 'restarted' }
  /** The terminal reported the customer's step. */
  | { readonly kind: 'progress'; readonly intent_id: string | null; readonly step: Progress }

/** The result of an effect. It belongs to one sale and attempt; other sales ignore it. */
type Answer =
  | { readonly kind: 'intent_created'; readonly intent_id: string; readonly tips: TipOffer | null }
  | { readonly kind: 'create_failed'; readonly reason: StopReason; readonly detail: string }
  | { readonly kind: 'tip_chosen'; readonly tip: number }
  | { readonly kind: 'tip_failed'; readonly reason: StopReason; readonly detail: string }
  /** `none`: why there is no surcharge, which is then 0. */
  | {
      readonly kind: 'card_read'
      readonly token: CardToken
      readonly surcharge: number
      readonly none: NoSurcharge | null
    }
  | { readonly kind: 'card_not_read'; readonly reason: StopReason; readonly detail: string }
  | { readonly kind: 'consent_given'; readonly agreed: boolean }
  | { readonly kind: 'consent_failed'; readonly reason: StopReason; readonly detail: string }
  | { readonly kind: 'intent_updated' }
  | { readonly kind: 'update_failed'; readonly reason: StopReason; readonly detail: string }
  | { readonly kind: 'authorization_ended'; readonly end: AuthorizationEnd }
  /** The terminal is still busy with it, and the service shows it as paid. */
  | { readonly kind: 'approval_read'; readonly payment: PaymentSummary }
  /** `idle`: before the look-up, the terminal reported that nothing runs on it. */
  | {
      readonly kind: 'looked_up'
      readonly found: PaymentFound
      readonly idle: boolean
      /** Set if the intent was found by the sale's reference, because the answer to its creation was lost. */
      readonly intent_id?: string
    }
  /** `refused`: this counter may not see the intent (key, account), and a retry will hardly help. */
  | { readonly kind: 'look_up_failed'; readonly refused: boolean; readonly detail: string }
  | { readonly kind: 'waited' }
  | { readonly kind: 'captured'; readonly payment: PaymentSummary }
  | { readonly kind: 'capture_failed'; readonly refused: boolean; readonly detail: string }
  | { readonly kind: 'void_accepted' }
  | { readonly kind: 'void_failed'; readonly refused: boolean; readonly detail: string }
  | {
      readonly kind: 'receipt_loaded'
      readonly receipt: readonly ReceiptLine[]
      readonly signature: string | null
    }
  | { readonly kind: 'printed'; readonly ok: boolean }
type AnswerEvent = Answer & {
  readonly sale_id: string
  readonly attempt: number
  /** The voids that had been requested when the effect was: a look-up from before a void is not its answer. */
  readonly voids?: number
}

/**
 * `at` is the time of the event in ISO 8601: the transition has no clock. `person_id`: the signed-in person, if any.
 */
export interface EventOrigin {
  readonly at: string
  readonly person_id?: string | null
}
export type SaleEvent = EventOrigin & (AskedEvent | AnswerEvent)
export type SaleEventIn<Kind extends SaleEvent['kind']> = Extract<SaleEvent, { kind: Kind }>
/** An effect's answer before the runner adds the rest of an event. */
export type SaleAnswer = Answer

/** The outcome that the terminal shows to the customer. The amount is in cents. */
export interface ShownOutcome {
  readonly kind: 'approved' | 'declined' | 'voided'
  readonly amount: number
  readonly currency: string
  /** The customer's language; absent if unknown. */
  readonly language?: Language
}

/** What main does for a sale once its state is journaled. */
export type SaleEffect =
  | { readonly kind: 'create_intent'; readonly sale: SaleFacts }
  | { readonly kind: 'ask_tip'; readonly sale: SaleFacts; readonly tips: TipOffer }
  /** Reads the card and calculates its surcharge. */
  | { readonly kind: 'read_card'; readonly sale: SaleFacts }
  /** Asks the customer on the terminal to agree to `surcharge` more cents. */
  | { readonly kind: 'ask_consent'; readonly sale: SaleFacts; readonly surcharge: number }
  /** Patches the total, tip and surcharge into the intent. */
  | { readonly kind: 'update_intent'; readonly sale: SaleFacts }
  | { readonly kind: 'authorize'; readonly sale: SaleFacts }
  /** The terminal reports an approval and continues: reads the payment from the service. */
  | { readonly kind: 'read_approval'; readonly sale: SaleFacts }
  /** Asks the terminal to stop. The answer of the running command reports what happened. */
  | { readonly kind: 'cancel_terminal' }
  /** `confirm`: first ask whether the terminal is still busy with it. */
  | { readonly kind: 'look_up'; readonly sale: SaleFacts; readonly confirm: boolean }
  | { readonly kind: 'wait'; readonly sale: SaleFacts; readonly ms: number }
  /**
   * `tries`: number of earlier look-ups or requests. `held`: only while nothing is captured; a capture made meanwhile
   * is not given back.
   */
  | {
      readonly kind: 'void_intent'
      readonly sale: SaleFacts
      readonly tries: number
      readonly held: boolean
    }
  /** Captures `amount + tip` of the hold and releases the rest. `tries`: as for a void. */
  | { readonly kind: 'capture_intent'; readonly sale: SaleFacts; readonly tries: number }
  /**
   * Closes an intent that will not be paid, once it is certain that nothing was charged. If its id was lost with the
   * answer to its creation, it is found by the sale's reference. `left_at`: when the sale was left.
   */
  | {
      readonly kind: 'cancel_intent'
      readonly sale_id: string
      readonly intent_id: string | null
      readonly left_at?: string | undefined
    }
  | { readonly kind: 'load_receipt'; readonly sale: SaleFacts; readonly payment_id: string }
  /** `signed`: prints a copy for the shop, too. */
  | {
      readonly kind: 'print_receipt'
      readonly sale: SaleFacts
      readonly payment_id: string
      readonly signed: boolean
    }
  /** Leaves the sale with an open outcome: it is looked up further beside the next sale. */
  | { readonly kind: 'park'; readonly state: SaleIn<ParkableKind>; readonly bill?: Bill }
  | { readonly kind: 'clear_terminal' }
  /** The terminal shows an outdated result of its command: shows how the payment ended. */
  | { readonly kind: 'show_outcome'; readonly outcome: ShownOutcome }
export type SaleEffectIn<Kind extends SaleEffect['kind']> = Extract<SaleEffect, { kind: Kind }>
