import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'
import { entryModeSchema } from '../../api/schemas/payment.ts'
import { receiptLineSchema } from '../../receipt/lines.ts'
import { progressSteps } from '../../terminal/progress.ts'
import { cardTokenSchema } from '../customer/card-token.ts'
import { payerSchema } from '../customer/customer.ts'
import { orderSchema } from '../order/order.ts'
import { byPersonSchema } from '../staff/person.ts'
import { noSurchargeSchema, surchargeRuleSchema } from './surcharge.ts'

/**
 * One sale as data. Main owns it, journals it before each request leaves, and shows it to the windows.
 * The windows never guess a payment state: they draw this.
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
/** How the card gets to the terminal: read (auth_card) or typed (auth_manual). */
export type PaymentEntry = z.infer<typeof paymentEntrySchema>

/** A sale whose card is authorized now and captured when the customer leaves: docs/decisions/0061. */
export const tabFactsSchema = z.object({
  /** Whose it is, as the cashier finds it again. */
  name: z.string().trim().min(1).max(60),
  /** `closing`: it has come to its end, and the card is to be captured, or was. */
  stage: z.enum(['opening', 'closing']),
})

/** What stays the same through a sale. Amounts are cents. */
export const saleFactsSchema = z.object({
  id: z.string(),
  /** What the cashier charged, before the tip. */
  amount: amountSchema,
  tip: amountSchema,
  currency: z.string(),
  entry: paymentEntrySchema,
  note: z.string(),
  /** What is sold; null where an amount was typed. */
  order: orderSchema.nullable().default(null),
  started_at: timestampSchema,
  hsn: z.string(),
  /** Null until the service answered the creation. */
  intent_id: z.string().nullable(),
  /** Counts authorizations of this intent, from 1; names the attempt in keys and in the journal. */
  attempt: z.number().int(),
  /** The tip is decided (chosen and added, skipped or not offered): a retry goes straight to the card. */
  tip_settled: z.boolean().default(false),
  /** Payments of earlier attempts that are known to have failed, so that a look-up can distinguish this one's. */
  failed_payments: z.array(z.string()).default([]),
  /** How often a person had its payment voided; names the void in keys. */
  voids: z.number().int().default(0),
  /** The bill that it pays, or a part of it; null in a journal of an earlier version. */
  bill: z.object({ number: z.string(), total: amountSchema }).nullable().default(null),
  /** Null unless the card is held for a tab. */
  tab: tabFactsSchema.nullable().default(null),
  /** Who charged it. */
  person_id: byPersonSchema,
  /** What is added for a credit card, as it was when the sale began; null where nothing is. */
  surcharge_rule: surchargeRuleSchema.nullable().default(null),
  /** What the customer agreed to pay besides. */
  surcharge: amountSchema.default(0),
  /** The intent may bear a surcharge, of this attempt or of one before. */
  surcharge_sent: z.boolean().default(false),
  /** Why there is none, though there is a rule. */
  no_surcharge: noSurchargeSchema.nullable().default(null),
  /** Whose sale it is; null where nobody asked. */
  customer: payerSchema.nullable().default(null),
  /** The card that pays without being presented again; null: the terminal asks for one. */
  token: cardTokenSchema.nullable().default(null),
})
export type SaleFacts = z.infer<typeof saleFactsSchema>

/** What the screen shows of a payment: never more of the card than brand and last four. */
export const paymentSummarySchema = z.object({
  payment_id: z.string(),
  status: z.string(),
  /** What the card has paid, and has not got back. */
  amount: amountSchema,
  /** What went back to it besides, of what it was charged; absent where nothing did. */
  returned: amountSchema.optional(),
  brand: z.string(),
  last_four: z.string(),
  entry_mode: entryModeSchema.nullable(),
  auth_code: z.string(),
})
export type PaymentSummary = z.infer<typeof paymentSummarySchema>

/** Why a sale stopped without a charge that stands. The renderer has words for each, in each language. */
export const stopReasonSchema = z.enum([
  'cancelled_by_cashier',
  'cancelled_by_customer',
  'timed_out',
  /** The customer did not agree to the surcharge. */
  'surcharge_declined',
  'voided',
  'terminal_in_use',
  /** Another counter took the terminal over by force while this sale was on it. */
  'taken_over',
  'terminal_not_connected',
  'service_unreachable',
  /** The app was closed or killed before the card was charged. */
  'interrupted',
  /** What a card held for a tab is held no more: it expired, or was given back elsewhere. */
  'hold_ended',
  'refused',
])
export type StopReason = z.infer<typeof stopReasonSchema>

const facts = { sale: saleFactsSchema }

/** Where the customer is, as far as it belongs to this attempt: a card of an attempt before may still be in. */
const saleStepSchema = z.enum([...progressSteps, 'take_card_out_first'])
export type SaleStep = z.infer<typeof saleStepSchema>

/** Of a state that looks up until it knows. */
const looking = {
  /** Look-ups in a row that the service refused, such as for a revoked key: a repeat gets the same answer. */
  refusals: z.number().int().default(0),
  /** Look-ups in a row that nobody answered. */
  unanswered: z.number().int().default(0),
  /** When it began to look; null before the first look-up. */
  since: timestampSchema.nullable().default(null),
  /** It takes so long that a person may park the payment, and serve the next customer. */
  parkable: z.boolean().default(false),
}

/** What the intent is to bear is on its way to the service. */
const updating = {
  /** Left once that has its answer: an update that came later would change what the next card is charged. */
  cancelling: z.boolean().default(false),
}

export const saleStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('creating'), ...facts }),
  z.object({
    kind: z.literal('choosing_tip'),
    ...facts,
    cancelling: z.boolean(),
    /** When the service gives the prompt up (section 8); null in a journal of an earlier version. */
    ends_at: timestampSchema.nullable().default(null),
  }),
  z.object({ kind: z.literal('adding_tip'), ...facts, ...updating }),
  /** The card is read before it is charged: only a credit card bears a surcharge. Nothing is charged here. */
  z.object({
    kind: z.literal('reading_card'),
    ...facts,
    step: saleStepSchema.nullable(),
    cancelling: z.boolean(),
    ends_at: timestampSchema,
  }),
  /** The customer is asked on the terminal whether the card may be charged so: with a surcharge, or though it is not here. */
  z.object({
    kind: z.literal('confirming'),
    ...facts,
    /** The surcharge that is asked about; it becomes the sale's with the customer's consent. */
    surcharge: amountSchema,
    /** The terminal could not ask: the cashier does. A saved card's charge only. */
    by_cashier: z.boolean().default(false),
    cancelling: z.boolean(),
    ends_at: timestampSchema,
  }),
  z.object({ kind: z.literal('adding_surcharge'), ...facts, ...updating }),
  z.object({
    kind: z.literal('authorizing'),
    ...facts,
    /** What the customer is at, as the terminal reported last; null before its first report. */
    step: saleStepSchema.nullable(),
    /** When the service gives the transaction up: 2 min 30 s after it began (section 8). */
    ends_at: timestampSchema,
    /** The cashier asked to cancel; the authorization's own outcome still decides. */
    cancelling: z.boolean(),
    /** The payment stands, and the terminal still waits for a signature or prints; null as long as it is not known. */
    payment: paymentSummarySchema.nullable().default(null),
    /** What the cashier asked for instead of waiting for the signature. */
    asked: z.enum(['nothing', 'skip_signature', 'void']).default('nothing'),
  }),
  z.object({
    kind: z.literal('checking'),
    ...facts,
    /** The outcome is not known yet. Look-ups so far, and what made us check. */
    tries: z.number().int(),
    cause: z.enum(['no_answer', 'restarted', 'timed_out', 'still_processing']),
    /** What to do once a charge is found absent: the cashier had asked to cancel, or not. */
    cancelling: z.boolean(),
    /** How often that was sent again. */
    cancels: z.number().int().optional(),
    /** Why the sale stops once it is certain that nothing was charged. */
    otherwise: stopReasonSchema.default('timed_out'),
    detail: z.string().default(''),
    /** The service itself reported that the command is over, so "no payment" cannot turn into one later. */
    ended: z.boolean().default(false),
    ...looking,
    /** When the service gives the command up at the latest; see `authorizing`. */
    ends_at: timestampSchema.nullable().default(null),
  }),
  z.object({
    kind: z.literal('declined'),
    ...facts,
    decline: z.object({
      /** The processor's category, such as insufficient_funds; words come from the renderer. */
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
     * Approved although the cashier had cancelled, for less than the amount due or for more than was agreed, or after it
     * was parked; given back in part since; not voided; or captured elsewhere.
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
    /** When kept, the customer still signs on the POS screen. */
    sign: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('voiding'),
    ...facts,
    payment: paymentSummarySchema,
    tries: z.number().int(),
    /**
     * The service refused to void, or has taken the void and asks the bank: if the payment is found standing after that,
     * the cashier decides anew.
     */
    refused: z.boolean().default(false),
    /** Should it stand, nobody signs any more: the customer has, or has left. */
    signed: z.boolean().default(false),
    ...looking,
  }),
  /** A tab is closed: of what its card holds, `sale.amount + sale.tip` is captured. */
  z.object({
    kind: z.literal('capturing'),
    ...facts,
    payment: paymentSummarySchema,
    tries: z.number().int(),
    /** Why the service refused to capture; found uncaptured after that, a person decides. Null: it did not. */
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
    /** PNG data URL of the signature, null when none was taken. */
    signature: z.string().nullable(),
    /** How the paper copy on the terminal went. */
    print: z.enum(['not_asked', 'printing', 'printed', 'failed']),
  }),
  z.object({
    kind: z.literal('stopped'),
    ...facts,
    reason: stopReasonSchema,
    /** For people who help the cashier: the service's own words. Never card data. */
    detail: z.string(),
    /** No money moved, or it moved and was returned. Never "maybe": that is `checking`. */
    money: z.enum(['not_moved', 'voided']),
    /** What the payment that was voided had charged, where it was seen. */
    returned: amountSchema.optional(),
    /** A tab's card was held only, and is held no more: it was voided or cancelled, and nothing is charged. */
    released: z.literal(true).optional(),
    /** Whether the same sale can be charged again from here. */
    can_retry: z.boolean(),
  }),
])
export type SaleState = z.infer<typeof saleStateSchema>
export type SaleStateKind = SaleState['kind']
/** States that look up until they know, and that a person may leave before. */
export type ParkableKind = 'checking' | 'voiding' | 'capturing'
export type SaleIn<Kind extends SaleStateKind> = Extract<SaleState, { kind: Kind }>
