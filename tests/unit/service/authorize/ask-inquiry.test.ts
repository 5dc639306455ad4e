import { expect, test } from 'vitest'
import { findFollowUp, standingIn } from '../../../../src-service/authorize/ask-inquiry.ts'
import { askVoid } from '../../../../src-service/authorize/ask-processor.ts'
import { type Approval, type Inquiry, noDetails } from '../../../../src-service/processor/decision.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { silentLog } from '../../../support/silent-log.ts'

const partial: Approval = {
  ...noDetails,
  outcome: 'approved',
  amount_authorized: 700,
  auth_code: '123456',
  retrieval_reference: 'ref_kept',
  response_code: '10',
  response_text: 'partial approval',
  avs: null,
  cvv: null,
}
const other = { retrieval_reference: 'ref_other', amount: 1_000 }

test('of an order with several approvals, the kept one stands for the amount that the bank approved', () => {
  const standing = (kept: Extract<Inquiry, { outcome: 'duplicated' }>['kept']) =>
    standingIn({ outcome: 'duplicated', kept, others: [other] }, { amount: 1_000 } as Payment)
  expect(standing(partial)).toEqual([{ retrieval_reference: 'ref_kept', amount: 700 }, other])
  const debit = {
    outcome: 'pending',
    retrieval_reference: 'ref_debit',
    response_code: '00',
    response_text: '',
  } as const
  expect(standing(debit)).toEqual([{ retrieval_reference: 'ref_debit', amount: 1_000 }, other])
})

test('after a capture was resolved as not done, a captured order does not show which of two captures was carried out', async () => {
  const found = { ...partial, batch_id: 'batch_1' }
  const services = { processor: { inquire: async () => found } as never, log: silentLog }
  const payment = (gateway_response: object) =>
    ({ id: 'pmt_1', amount: 1_000, status: 'processing', gateway_response }) as unknown as Payment
  const outcome = async (gateway_response: object) =>
    (await findFollowUp(services, payment(gateway_response), 'capture')).outcome
  expect(await outcome({})).toBe('done')
  expect(await outcome({ resolution: { outcome: 'not_done' } })).toBe('unknown')
})

test('an approval that is in no batch was not captured', async () => {
  const services = { processor: { inquire: async () => partial } as never, log: silentLog }
  const payment = { id: 'pmt_1', amount: 1_000, status: 'processing', gateway_response: {} }
  expect(await findFollowUp(services, payment as unknown as Payment, 'capture')).toEqual({
    outcome: 'not_found',
  })
})

test('of an order with several approvals, a refused void of one counts as done only once that one is released', async () => {
  const refused = { outcome: 'refused', reason: 'no' } as const
  const outcomeOf = async (found: Inquiry) => {
    const processor = { void: async () => refused, inquire: async () => found } as never
    const payment = { id: 'pmt_1', amount: 1_000, status: 'failed', gateway_response: {} }
    return (await askVoid({ processor, log: silentLog }, payment as unknown as Payment, 'ref_other')).outcome
  }
  expect(await outcomeOf({ outcome: 'duplicated', kept: partial, others: [other] })).toBe('refused')
  expect(await outcomeOf(partial)).toBe('done')
  // An order that the processor does not know shows nothing of an approval that it had.
  expect(await outcomeOf({ outcome: 'not_found' })).toBe('refused')
})
