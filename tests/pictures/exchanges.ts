import type { Bill, ExchangeTender } from '../../src-shared/pos/bill/bill.ts'
import { partGivenBack } from '../../src-shared/pos/refusals.ts'
import type { CardPart, ExchangePart, Return, ReturnPart } from '../../src-shared/pos/returns/return.ts'

const visa = {
  kind: 'card',
  intent_id: 'pi_1',
  payment_id: 'pmt_1',
  brand: 'Visa',
  last_four: '1111',
} as const
const share = { tender_id: 'sale_1', tip: 0, surcharge: 0 }

const creditOf = (goods: number): ExchangePart => ({
  ...share,
  kind: 'exchange',
  goods,
  rounding: 0,
  payer: visa,
  intent_id: visa.intent_id,
  state: 'waiting',
})

const backOf = (goods: number): CardPart => ({
  ...share,
  ...visa,
  goods,
  whole: false,
  attempt: 1,
  state: 'sending',
  how: null,
  detail: '',
})

const handedOf = (goods: number): ReturnPart => ({
  ...share,
  kind: 'cash',
  tender_id: 'cash',
  goods,
  rounding: 0,
  state: 'to_hand_back',
  handed_at: null,
})

const lines = [
  { line_id: 'line_1', name: 'Linen shirt', quantity: 2_000, paid: 4_800, tax: 300, discount: 0 },
]

/** A customer has returned two shirts, for goods that cost more, and for goods that cost less. */
export function exchangesOf(bill: Bill) {
  const waiting: Return = {
    id: 'ret_1',
    bill_id: 'bill_0',
    number: 'KT1037',
    currency: bill.currency,
    lines,
    parts: [creditOf(4_800)],
    reason: '',
    started_at: bill.opened_at,
    status: 'open',
    exchange: { bill: null },
  }
  const tender = (amount: number, rest: readonly ReturnPart[]): ExchangeTender => ({
    kind: 'exchange',
    status: 'paid',
    id: waiting.id,
    number: waiting.number,
    amount,
    surcharge: 0,
    rounding: 0,
    lines,
    credit: [creditOf(amount)],
    rest: [...rest],
  })
  const back = (parts: readonly ReturnPart[]): Return => ({
    ...waiting,
    parts: [...parts, { ...creditOf(2_000), state: 'done' }],
    exchange: { bill: bill.number },
  })
  const rest = [{ ...backOf(1_800), state: 'done', how: 'refund' } as const, handedOf(1_000)]
  return {
    waiting,
    toPay: { ...bill, tenders: [tender(4_800, [])] } satisfies Bill,
    paid: { ...bill, total: 2_000, tenders: [tender(2_000, rest)] } satisfies Bill,
    goingBack: back(rest),
    /** Something else was refunded to the card meanwhile. */
    refusedForMore: back([{ ...backOf(2_800), state: 'refused', detail: partGivenBack }]),
  }
}
