import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'
import { entryModeSchema } from '../../api/schemas/payment.ts'
import { receiptLineSchema } from '../../receipt/lines.ts'
import { progressSteps } from '../../terminal/progress.ts'
import { cardTokenSchema } from '../customer/card-token.ts'
import { payerSchema } from '../customer/customer.ts'
import { longestSaleNote } from '../order/limits.ts'
import { orderSchema } from '../order/order.ts'
import { byPersonSchema } from '../staff/person.ts'
import { noSurchargeSchema, surchargeRuleSchema } from './surcharge.ts'

/**
 * One sale as data. Main owns it, journals it before each request is sent, and publishes it to the windows. The windows
 * never guess a payment's state: they draw this one.
 *
 *   ready ─charge▶ creating ▶ choosing_tip ▶ adding_tip ▶ authorizing ─approved▶ signing? ▶ approved ▶ ready
 *                     │            │              │            ├─declined▶ declined ─try again▶ authorizing
 *                     ▼            ▼              ▼            ├─unknown▶ checking ─▶ approved | declined | stopped
 *                  stopped ◀── (cancel, refusal, time-out) ────┘
 *   authorizing, approved and waiting for the signature, or signing ─void▶ voiding
 *   where the shop adds a surcharge: … ▶ reading_card ▶ confirming? ▶ adding_surcharge? ▶ authorizing, with that card
 *   approved after a cancel, or for less than asked ▶ deciding ─keep▶ approved
 *                                                            └─void▶ voiding ▶ stopped
 *   checking | voiding | capturing without an end ─park▶ ready, and the payment is looked up further (parked-sale.ts)
 *   a tab: … authorizing ▶ approved (held, not captured) ▶ ready; later ready ─close_tab▶ capturing ▶ approved | stopped
 */

export const paymentEntrySchema = z.enum(['card', 'manual'])
/** How the terminal gets the card: read (auth_card) or typed (auth_manual). */
export type PaymentEntry = z.infer<typeof paymentEntrySchema>

/** A tab: its card is authorized now and captured when the customer leaves (docs/decisions/0061). */
export const tabFactsSchema = z.object({
  /** The customer's name, by which the cashier finds the tab. */
  name: z.string().trim().min(1).max(60),
  /** `closing`: the tab is at its end, and the card is being captured, or was. */
  stage: z.enum(['opening', 'closing']),
  /** The note of the order with which it was opened; missing if there was none. */
  note: z.string().trim().max(longestSaleNote).optional(),
})

/** The facts of a sale across its states. Amounts are cents. */
export const saleFactsSchema = z.object({
  id: z.string(),
  /** The amount that the cashier charged, before the tip. */
  amount: amountSchema,
  tip: amountSchema,
  currency: z.string(),
  entry: paymentEntrySchema,
  note: z.string(),
  /** The goods; null for a typed amount. */
  order: orderSchema.nullable().default(null),
  started_at: timestampSchema,
  hsn: z.string(),
  /** Null until the service has answered the creation. */
  intent_id: z.string().nullable(),
  /** Number of the current authorization of this intent, starting at 1; part of its keys and journal entries. */
  attempt: z.number().int(),
  /** The tip is settled (chosen and added, skipped or not offered): a retry goes directly to the card. */
  tip_settled: z.boolean().default(false),
  /** Known failed payments of earlier attempts, so that a look-up can recognise this attempt's payment. */
  failed_payments: z.array(z.string()).default([]),
  /** How often a person had its payment voided; part of the void's key. */
  voids: z.number().int().default(0),
  /** The bill that it pays in full or in part; null in a journal of an earlier version. */
  bill: z.object({ number: z.string(), total: amountSchema }).nullable().default(null),
  /** Null unless the card is held for a tab. */
  tab: tabFactsSchema.nullable().default(null),
  /** The person who charged it. */
  person_id: byPersonSchema,
  /** The surcharge rule for credit cards at the start of the sale; null if there was none. */
  surcharge_rule: surchargeRuleSchema.nullable().default(null),
  /** The surcharge that the customer agreed to. */
  surcharge: amountSchema.default(0),
  /** The intent may contain a surcharge, of this or an earlier attempt. */
  surcharge_sent: z.boolean().default(false),
  /** Why there is no surcharge although there is a rule. */
  no_surcharge: noSurchargeSchema.nullable().default(null),
  /** The customer of the sale; null if none was chosen. */
  customer: payerSchema.nullable().default(null),
  /** The card to charge without presenting it again; null: the terminal asks for a card. */
  token: cardTokenSchema.nullable().default(null),
})
export type SaleFacts = z.infer<typeof saleFactsSchema>

/** A payment for the screen: no more of the card than brand and last four digits. */
export const paymentSummarySchema = z.object({
  payment_id: z.string(),
  status: z.string(),
  /** What the card has paid, less what went back to it. */
  amount: amountSchema,
  /** What went back of the charge; absent if nothing did. */
  returned: amountSchema.optional(),
  brand: z.string(),
  last_four: z.string(),
  entry_mode: entryModeSchema.nullable(),
  auth_code: z.string(),
})
export type PaymentSummary = z.infer<typeof paymentSummarySchema>

/** Why a sale stopped without a charge that stands. The renderer has texts for each, in every language. */
export const stopReasonSchema = z.enum([
  'cancelled_by_cashier',
  'cancelled_by_customer',
  'timed_out',
  /** The customer refused the surcharge. */
  'surcharge_declined',
  'voided',
  'terminal_in_use',
  /** Another counter took the terminal over by force during this sale. */
  'taken_over',
  'terminal_not_connected',
  'service_unreachable',
  /** The app was closed or killed before the card was charged. */
  'interrupted',
  /** The hold of a tab's card has ended: it expired, or was released elsewhere. */
  'hold_ended',
  /** This computer could not write its journal, so nothing was sent. */
  'not_saved',
  'refused',
])
export type StopReason = z.infer<typeof stopReasonSchema>

const facts = { sale: saleFactsSchema }

/** The customer's step in this attempt: a card of an earlier attempt may still be inserted. */
const saleStepSchema = z.enum([...progressSteps, 'take_card_out_first'])
export type SaleStep = z.infer<typeof saleStepSchema>

/** For states that look up the outcome. */
const looking = {
  /** Consecutive look-ups that the service refused, such as for a revoked key: a retry gets the same answer. */
  refusals: z.number().int().default(0),
  /** Consecutive look-ups without an answer. */
  unanswered: z.number().int().default(0),
  /** Start of the look-ups; null before the first one. */
  since: timestampSchema.nullable().default(null),
  /** The look-ups take so long that a person may park the payment and serve the next customer. */
  parkable: z.boolean().default(false),
}

/** An update of the intent's amounts is on its way to the service. */
const updating = {
  /** The sale is left after the update's answer: a later update would change what the next card is charged. */
  cancelling: z.boolean().default(false),
}

export const saleStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('creating'), ...facts }),
  z.object({
    kind: z.literal('choosing_tip'),
    ...facts,
    cancelling: z.boolean(),
    /** When the service times out the prompt (section 8); null in a journal of an earlier version. */
    ends_at: timestampSchema.nullable().default(null),
  }),
  z.object({ kind: z.literal('adding_tip'), ...facts, ...updating }),
  /** The card is read before it is charged: only credit cards get a surcharge. Nothing is charged here. */
  z.object({
    kind: z.literal('reading_card'),
    ...facts,
    step: saleStepSchema.nullable(),
    cancelling: z.boolean(),
    ends_at: timestampSchema,
  }),
  /** The terminal asks for consent to a surcharge, or to the charge of a card that is not presented. */
  z.object({
    kind: z.literal('confirming'),
    ...facts,
    /** The proposed surcharge; with the customer's consent it becomes the sale's. */
    surcharge: amountSchema,
    /** The cashier asks for consent, because the terminal cannot. Only for saved cards. */
    by_cashier: z.boolean().default(false),
    cancelling: z.boolean(),
    ends_at: timestampSchema,
  }),
  z.object({ kind: z.literal('adding_surcharge'), ...facts, ...updating }),
  z.object({
    kind: z.literal('authorizing'),
    ...facts,
    /** The customer's step by the terminal's last report; null before the first one. */
    step: saleStepSchema.nullable(),
    /** When the service times out the transaction: 2 min 30 s after its start (section 8). */
    ends_at: timestampSchema,
    /** The cashier requested a cancel; the authorization's outcome still decides. */
    cancelling: z.boolean(),
    /** The payment that stands while the terminal still waits for a signature or prints; null while unknown. */
    payment: paymentSummarySchema.nullable().default(null),
    /** What the cashier requested instead of waiting for the signature. */
    asked: z.enum(['nothing', 'skip_signature', 'void']).default('nothing'),
  }),
  z.object({
    kind: z.literal('checking'),
    ...facts,
    /** Number of look-ups so far, and why the outcome is checked. The outcome is not known yet. */
    tries: z.number().int(),
    cause: z.enum(['no_answer', 'restarted', 'timed_out', 'still_processing']),
    /** Whether the cashier had requested a cancel, for the case that there is no charge. */
    cancelling: z.boolean(),
    /** How often the cancel was sent again. */
    cancels: z.number().int().optional(),
    /** The reason for the stop once it is certain that nothing was charged. */
    otherwise: stopReasonSchema.default('timed_out'),
    detail: z.string().default(''),
    /** The service itself reported that the command is over, so that "no payment" is final. */
    ended: z.boolean().default(false),
    ...looking,
    /** The latest time at which the service times out the command; see `authorizing`. */
    ends_at: timestampSchema.nullable().default(null),
  }),
  z.object({
    kind: z.literal('declined'),
    ...facts,
    decline: z.object({
      /** The processor's category, such as insufficient_funds; the renderer has the texts. */
      category: z.string(),
      message: z.string(),
      brand: z.string(),
      last_four: z.string(),
    }),
  }),
  z.object({
    kind: z.literal('deciding'),
    ...facts,
    payment: paymentSummarySchema,
    /**
     * Approved after a cancel of the cashier or after parking, for less than was due or more than was agreed; refunded
     * in part since; not voided; or captured elsewhere.
     */
    because: z.enum([
      'approved_after_cancel',
      'partial',
      'part_returned',
      'too_much',
      'parked',
      'void_refused',
      'captured_elsewhere',
    ]),
    /** If the payment is kept, the customer still signs on the POS screen. */
    sign: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('voiding'),
    ...facts,
    payment: paymentSummarySchema,
    tries: z.number().int(),
    /**
     * The service refused to void, or accepted the void and asks the bank: if the payment still stands afterwards, the
     * cashier decides again.
     */
    refused: z.boolean().default(false),
    /** If it stands, no signature is taken: the customer has signed, or has left. */
    signed: z.boolean().default(false),
    ...looking,
  }),
  /** A tab is closed: captures `sale.amount + sale.tip` of the hold. */
  z.object({
    kind: z.literal('capturing'),
    ...facts,
    payment: paymentSummarySchema,
    tries: z.number().int(),
    /** Why the service refused to capture; if it is then found uncaptured, a person decides. Null: no refusal. */
    refused: z.string().nullable().default(null),
    ...looking,
  }),
  z.object({
    kind: z.literal('signing'),
    ...facts,
    payment: paymentSummarySchema,
    /** The terminal has no signature pad: the customer signs on the POS screen. */
  }),
  z.object({
    kind: z.literal('approved'),
    ...facts,
    payment: paymentSummarySchema,
    receipt: z.array(receiptLineSchema),
    /** PNG data URL of the signature; null if none was taken. */
    signature: z.string().nullable(),
    /** The state of the paper copy on the terminal. */
    print: z.enum(['not_asked', 'printing', 'printed', 'failed']),
  }),
  z.object({
    kind: z.literal('stopped'),
    ...facts,
    reason: stopReasonSchema,
    /** The service's message, for people who help the cashier. Never card data. */
    detail: z.string(),
    /** No money moved, or it moved and was returned. Never "maybe": that is `checking`. */
    money: z.enum(['not_moved', 'voided']),
    /** What the voided payment had charged, if known. */
    returned: amountSchema.optional(),
    /** A tab's hold was voided or cancelled: the card is no longer held, and nothing is charged. */
    released: z.literal(true).optional(),
    /** Whether the same sale can be charged again from here. */
    can_retry: z.boolean(),
  }),
])
export type SaleState = z.infer<typeof saleStateSchema>
export type SaleStateKind = SaleState['kind']
/** States that look up the outcome, and that a person may leave before it is known. */
export type ParkableKind = 'checking' | 'voiding' | 'capturing'
export type SaleIn<Kind extends SaleStateKind> = Extract<SaleState, { kind: Kind }>
