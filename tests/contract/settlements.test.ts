import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type {
  Settlement,
  SettlementLine,
  SettlementLinePage,
} from '../../src-shared/api/schemas/settlement.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const us = { routing_number: '110000000', account_number: '000123456789' }
const canada = { transit_number: '12345', institution_number: '001', account_number: '1234567' }

/** Creates an intent that is paid from a bank account, as a payer's browser and a merchant's server do. */
async function debit(type: 'bank' | 'ca_bank', bank: object): Promise<PaymentIntent> {
  const rail = type === 'bank' ? 'us_bank_ach' : 'ca_bank_eft'
  const body = { amount: 1000, payment_method_types: [type], payment_rail_types: [rail] }
  const intent = (await ask('payment_intents.create', { body })).body as PaymentIntent
  const token = await ask('tokens.create', {
    key: service.publicKey,
    body: {
      client_secret: intent.client_secret,
      payment_method_type: type,
      bank: { account_type: 'checking', account_holder: 'Ana Torres', ...bank },
    },
  })
  expect(token.status, JSON.stringify(token.body)).toBe(200)
  const paid = await ask('payments.create', {
    path: `/payment_intents/${intent.id}/payments`,
    body: { payment_method_id: (token.body as PaymentMethod).id },
  })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  return paid.body as PaymentIntent
}

const fetched = async ({ id }: PaymentIntent) =>
  (await ask('payment_intents.get', { path: `/payment_intents/${id}` })).body as PaymentIntent
const close = async () =>
  (await ask('sandbox.settlements.close', { body: { account_id: service.accountId } })).body as Settlement

/** Section 3, bank rails; docs/decisions/0014. */
describe.each([
  ['bank', 'us_bank_ach', us, 'R01', 'R10'],
  ['ca_bank', 'ca_bank_eft', canada, '901', '916'],
] as const)('a debit by %s', (type, rail, account, returnCode, lateReturnCode) => {
  test('a debit is pending until the settlement finds that it cleared, and costs the fee of its rail', async () => {
    const pending = await debit(type, account)
    expect(pending).toMatchObject({
      status: 'pending',
      amount_captured: 0,
      latest_payment: { status: 'pending', payment_rail_type: rail },
    })
    const unsettled = await ask('payment_intents.search', {
      body: { status: 'pending', settlement_status: 'unsettled' },
    })
    expect(unsettled.body).toMatchObject({ data: [{ id: pending.id }], meta: { total: 1 } })
    const settlement = await close()
    const settled = await fetched(pending)
    expect(settled).toMatchObject({
      status: 'captured',
      amount_captured: 1000,
      settlement_status: 'settled',
      settlement_id: settlement.id,
      latest_payment: { status: 'captured', settlement_status: 'settled' },
    })
    const fees = await ask('fees.list', { query: `?source_id=${settled.latest_payment?.id}` })
    expect((fees.body as { data: Fee[] }).data).toMatchObject([
      { fee_type: 'PROCESSING', amount: 38, ach_per_transaction_fee: 30, ach_fee_bps: 80 },
    ])
  })

  test('a debit is rejected when the bank returns it, and its intent is failed', async () => {
    const pending = await debit(type, { ...account, account_number: '1111112' })
    await close()
    expect(await fetched(pending)).toMatchObject({
      status: 'failed',
      amount_captured: 0,
      amount_rejected: 1000,
      latest_payment: { status: 'rejected', return_code: returnCode, amount_rejected: 1000 },
    })
  })

  test('a debit that is returned after the settlement stays captured and is reversed', async () => {
    const pending = await debit(type, account)
    await close()
    const paymentId = pending.latest_payment?.id
    const reversed = await ask('sandbox.payments.reverse', {
      path: `/sandbox/payments/${paymentId}/reverse`,
      body: {},
    })
    expect(reversed.body).toMatchObject({
      status: 'captured',
      reversed: true,
      amount_reversed: 1000,
      return_code: lateReturnCode,
    })
    expect(await fetched(pending)).toMatchObject({ status: 'captured', reversed: true })
  })

  test('a debit can neither be refunded nor cancelled while it is pending', async () => {
    const pending = await debit(type, account)
    const path = `/payments/${pending.latest_payment?.id}/refunds`
    expectRefusal(await ask('refunds.create', { path, body: {} }), 'state_conflict')
    const cancel = { path: `/payment_intents/${pending.id}/cancel`, body: {} }
    expectRefusal(await ask('payment_intents.cancel', cancel), 'state_conflict')
    await close()
    expect((await ask('refunds.create', { path, body: { amount: 400 } })).body).toMatchObject({
      status: 'processing',
      amount: 400,
    })
  })
})

describe('the lines of a settlement', () => {
  const linesOf = (id: string, query = '', changes: object = {}) =>
    ask('settlements.list_lines', { path: `/settlements/${id}/lines`, query, ...changes })

  test('the lines are its payments, refunds and fees, a page at a time, and add up to what the account gets', async () => {
    const [debited] = [await debit('bank', us), await debit('bank', us)]
    const before = await close()
    const payment_id = debited.latest_payment?.id ?? ''
    await ask('refunds.create', { path: `/payments/${payment_id}/refunds`, body: { amount: 400 } })
    await debit('bank', us)
    const settlement = await close()
    const lines: SettlementLine[] = []
    for (let query = '?limit=2'; query !== ''; ) {
      const { data, meta } = (await linesOf(settlement.id, query)).body as SettlementLinePage
      expect(data.length).toBeLessThanOrEqual(2)
      lines.push(...data)
      query = meta.next_cursor === undefined ? '' : `?limit=2&starting_after=${meta.next_cursor}`
    }
    expect(lines.map(({ type }) => type)).toEqual(['payment', 'refund', 'fee'])
    expect(lines[1]).toMatchObject({ entity: 'settlement_line', amount: -400, payment_id, currency: 'USD' })
    expect(lines[2]).toMatchObject({ fee_type: 'PROCESSING', settlement_id: settlement.id })
    const { amount_captured, amount_refunded, amount_fees } = settlement
    const deposit = amount_captured - amount_refunded - amount_fees
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(deposit)
    // A line of another settlement is no cursor here.
    const [other] = ((await linesOf(before.id)).body as SettlementLinePage).data
    expectRefusal(await linesOf(settlement.id, `?starting_after=${other?.id}`), 'parameter_invalid')
  })

  test('the lines are missing for everybody else, and there is no page before another', async () => {
    const { id } = await close()
    const stranger = await service.makeTenant()
    const theirs = { key: stranger.privateKey, accountId: stranger.accountId }
    expectRefusal(await linesOf(id, '', theirs), 'resource_missing')
    expectRefusal(await linesOf('se_none'), 'resource_missing')
    expectRefusal(await linesOf(id, '?ending_before=pmt_1'), 'parameter_unknown')
    expect((await linesOf(id, '', { key: await service.makeKey('read_only') })).status).toBe(200)
  })
})

describe('the sandbox clock', () => {
  test('the sandbox clock closes the day by itself when it passes the end of the day', async () => {
    const pending = await debit('bank', us)
    await ask('sandbox.clock.advance', { body: { seconds: 86_400 } })
    await expect.poll(async () => (await fetched(pending)).settlement_status).toBe('settled')
    const page = (await ask('settlements.list')).body as { data: Settlement[] }
    expect(page.data[0]).toMatchObject({
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      source: 'processor',
    })
  })
})
