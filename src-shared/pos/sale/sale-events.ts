import type { Language } from '../../language.ts'
import type { ReceiptLine } from '../../receipt/lines.ts'
import type { Progress } from '../../terminal/progress.ts'
import type { Bill } from '../bill/bill.ts'
import type { CardToken } from '../customer/card-token.ts'
import type { ParkableKind, PaymentEntry, PaymentSummary, SaleFacts, SaleIn, StopReason } from './sale.ts'
import type { NoSurcharge } from './surcharge.ts'

/** What the terminal offers as tips; null where no tip is asked for. Presets are whole percents. */
export interface TipOffer {
  readonly presets: readonly number[]
  readonly custom: boolean
}

/** What is known of a sale's payment: the service's word, read from an intent and its payments. */
export type PaymentFound =
  /** `sign`: the card wants a signature and the terminal could not take one. */
  | { readonly kind: 'paid'; readonly payment: PaymentSummary; readonly sign: boolean }
  | {
      readonly kind: 'declined'
      readonly payment_id: string
      readonly decline: SaleIn<'declined'>['decline']
    }
  | { readonly kind: 'processing' }
  /** It was charged and returned. `open`: the intent may be charged again. `returned`: what was captured, cents. */
  | { readonly kind: 'voided'; readonly open: boolean; readonly returned?: number }
  /** No payment of this attempt exists at this moment. */
  | { readonly kind: 'absent'; readonly open: boolean }

/** How an authorization ended for the POS. */
export type AuthorizationEnd =
  | PaymentFound
  /** The request certainly did not run. */
  | { readonly kind: 'not_sent'; readonly reason: StopReason; readonly detail: string }
  /** Unknown is not failed: it is looked up. */
  | {
      readonly kind: 'unknown'
      readonly cause: SaleIn<'checking'>['cause']
      /** Why the sale stops if nothing turns out to be charged. */
      readonly otherwise: StopReason
      readonly detail: string
      /** The service itself reported that the command is over. */
      readonly ended: boolean
    }

type NewSale = Pick<SaleFacts, 'id' | 'amount' | 'currency' | 'entry' | 'note' | 'hsn'> &
  Partial<Pick<SaleFacts, 'order' | 'bill' | 'tab' | 'surcharge_rule' | 'customer' | 'token'>>

/** What a person, or the start of the app, brings about. */
type AskedEvent =
  | { readonly kind: 'charge'; readonly sale: NewSale }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'skip_tip' }
  /** The customer did not agree to the surcharge: the card that was read is charged without one. */
  | { readonly kind: 'waive_surcharge'; readonly hsn?: string }
  /** The customer has told the cashier that their saved card may be charged. */
  | { readonly kind: 'customer_agrees' }
  | { readonly kind: 'skip_signature' }
  /** `hsn`: the counter's terminal by now, which may be another one than before. */
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
  /** The terminal reported where the customer is. */
  | { readonly kind: 'progress'; readonly intent_id: string | null; readonly step: Progress }

/** What an effect brought back. It belongs to one sale and attempt; any other sale ignores it. */
type Answer =
  | { readonly kind: 'intent_created'; readonly intent_id: string; readonly tips: TipOffer | null }
  | { readonly kind: 'create_failed'; readonly reason: StopReason; readonly detail: string }
  | { readonly kind: 'tip_chosen'; readonly tip: number }
  | { readonly kind: 'tip_failed'; readonly reason: StopReason; readonly detail: string }
  /** `none`: why there is no surcharge; then it is 0. */
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
  /** The terminal still works on it, and the service shows that it is paid. */
  | { readonly kind: 'approval_read'; readonly payment: PaymentSummary }
  /** `idle`: before the look-up the terminal reported that nothing runs on it any more. */
  | {
      readonly kind: 'looked_up'
      readonly found: PaymentFound
      readonly idle: boolean
      /** Where the intent was found by the sale's reference, because its own answer was lost. */
      readonly intent_id?: string
    }
  /** `refused`: this counter may not see the intent (key, account), and asking again will hardly change that. */
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
type AnswerEvent = Answer & { readonly sale_id: string; readonly attempt: number }

/**
 * `at` is when it happened, ISO 8601: the transition itself has no clock. `person_id`: who is signed in meanwhile, where
 * somebody is.
 */
export interface EventOrigin {
  readonly at: string
  readonly person_id?: string | null
}
export type SaleEvent = EventOrigin & (AskedEvent | AnswerEvent)
export type SaleEventIn<Kind extends SaleEvent['kind']> = Extract<SaleEvent, { kind: Kind }>
/** An effect's answer before the runner stamps it with sale, attempt and time. */
export type SaleAnswer = Answer

/** What the customer reads on the terminal. The amount is cents. */
export interface ShownOutcome {
  readonly kind: 'approved' | 'declined' | 'voided'
  readonly amount: number
  readonly currency: string
  /** The customer's; absent where it is not known. */
  readonly language?: Language
}

/** What main does for a sale after its state is safe in the journal. */
export type SaleEffect =
  | { readonly kind: 'create_intent'; readonly sale: SaleFacts }
  | { readonly kind: 'ask_tip'; readonly sale: SaleFacts; readonly tips: TipOffer }
  /** Has the card read, and works out the surcharge for it. */
  | { readonly kind: 'read_card'; readonly sale: SaleFacts }
  /** Asks the customer on the terminal to agree to `surcharge` cents more. */
  | { readonly kind: 'ask_consent'; readonly sale: SaleFacts; readonly surcharge: number }
  /** Patches what is charged in all, its tip and its surcharge into the intent. */
  | { readonly kind: 'update_intent'; readonly sale: SaleFacts }
  | { readonly kind: 'authorize'; readonly sale: SaleFacts }
  /** The terminal reports an approval and goes on: what does the service show of the payment? */
  | { readonly kind: 'read_approval'; readonly sale: SaleFacts }
  /** Asks the terminal to stop. The running command's own answer reports what happened. */
  | { readonly kind: 'cancel_terminal' }
  /** `confirm`: ask first whether the terminal still works on it. */
  | { readonly kind: 'look_up'; readonly sale: SaleFacts; readonly confirm: boolean }
  | { readonly kind: 'wait'; readonly sale: SaleFacts; readonly ms: number }
  /**
   * `tries`: how often it was looked up or sent before. `held`: only while nothing was captured; what somebody has
   * captured meanwhile is not given back.
   */
  | {
      readonly kind: 'void_intent'
      readonly sale: SaleFacts
      readonly tries: number
      readonly held: boolean
    }
  /** Takes `amount + tip` of what the card holds and releases the rest. `tries`: as with a void. */
  | { readonly kind: 'capture_intent'; readonly sale: SaleFacts; readonly tries: number }
  /**
   * Closes an intent that nobody will pay. Only after it is certain that nothing was charged. Without its id, which was
   * lost with the answer to its creation, it is found by the sale's reference.
   */
  | { readonly kind: 'cancel_intent'; readonly sale_id: string; readonly intent_id: string | null }
  | { readonly kind: 'load_receipt'; readonly sale: SaleFacts; readonly payment_id: string }
  /** `signed`: the shop keeps a copy as well. */
  | {
      readonly kind: 'print_receipt'
      readonly sale: SaleFacts
      readonly payment_id: string
      readonly signed: boolean
    }
  /** The sale is left with its outcome open: it is looked up further beside the next one. */
  | { readonly kind: 'park'; readonly state: SaleIn<ParkableKind>; readonly bill?: Bill }
  | { readonly kind: 'clear_terminal' }
  /** The terminal still shows what it knew when its command ended: it is to show how the payment ended. */
  | { readonly kind: 'show_outcome'; readonly outcome: ShownOutcome }
export type SaleEffectIn<Kind extends SaleEffect['kind']> = Extract<SaleEffect, { kind: Kind }>
