import type { PaymentSummary, SaleFacts, SaleState } from '../../../../../src-shared/pos/sale/sale.ts'
import type { SaleAnswer, SaleEvent } from '../../../../../src-shared/pos/sale/sale-events.ts'
import { firstLook } from '../../../../../src-shared/pos/transition/step.ts'
import { transition } from '../../../../../src-shared/pos/transition/transition.ts'

export const at = '2026-03-01T12:00:00.000Z'

export const facts = (changes: Partial<SaleFacts> = {}): SaleFacts => ({
  id: 'sale_1',
  amount: 1234,
  tip: 0,
  currency: 'USD',
  entry: 'card',
  note: '',
  order: null,
  started_at: at,
  hsn: 'VT-0001',
  intent_id: 'pi_1',
  attempt: 1,
  tip_settled: true,
  failed_payments: [],
  voids: 0,
  bill: null,
  tab: null,
  surcharge_rule: null,
  surcharge: 0,
  surcharge_sent: false,
  no_surcharge: null,
  customer: null,
  token: null,
  ...changes,
})

export const payment = (changes: Partial<PaymentSummary> = {}): PaymentSummary => ({
  payment_id: 'pmt_1',
  status: 'captured',
  amount: 1234,
  brand: 'visa',
  last_four: '1111',
  entry_mode: 'EMVContact',
  auth_code: '123456',
  ...changes,
})

export const decline = {
  category: 'insufficient_funds',
  message: 'Declined',
  brand: 'visa',
  last_four: '9995',
}

export const authorizing = (
  changes: Partial<Extract<SaleState, { kind: 'authorizing' }>> = {},
): SaleState => ({
  kind: 'authorizing',
  sale: facts(),
  step: null,
  ends_at: '2026-03-01T12:02:30.000Z',
  cancelling: false,
  payment: null,
  asked: 'nothing',
  ...changes,
})

export const checking = (changes: Partial<Extract<SaleState, { kind: 'checking' }>> = {}): SaleState => ({
  kind: 'checking',
  sale: facts(),
  ...firstLook,
  cause: 'no_answer',
  cancelling: false,
  otherwise: 'service_unreachable',
  detail: '',
  ended: false,
  ends_at: '2026-03-01T12:02:30.000Z',
  ...changes,
})

/** An effect's answer for the first attempt of the sale above. */
export const answer = (
  event: SaleAnswer,
  changes: { sale_id?: string; attempt?: number } = {},
): SaleEvent => ({
  sale_id: 'sale_1',
  attempt: 1,
  at,
  ...changes,
  ...event,
})

/** Applies the events to a state, and returns the last step. */
export function play(state: SaleState, ...events: readonly SaleEvent[]) {
  let step = transition(state, events[0] as SaleEvent)
  for (const event of events.slice(1)) step = transition(step.state, event)
  return step
}

export const kinds = (effects: readonly { readonly kind: string }[]) => effects.map(({ kind }) => kind)
