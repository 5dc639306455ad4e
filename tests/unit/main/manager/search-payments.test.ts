import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ManagerOptions } from '../../../../src-main/manager/manager-service.ts'
import { openSalesBook } from '../../../../src-main/sales/sales-book.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { bill, cardTender } from '../../shared/pos/returns/arbitrary-bill.ts'
import { hsn, type ManagerHarness, pay, startManagerHarness } from '../support/manager.ts'
import { quietLog, startTestService, type TestService } from '../support/service.ts'

let service: TestService
let harness: ManagerHarness
beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn })
  harness = await startManagerHarness(service)
})
afterEach(async () => {
  await harness.stop()
  await service.stop()
})

test('payments are found by reference, amount, status and time, newest first', async () => {
  const first = await pay(service, 1234, { reference_id: 'sale_one' })
  const second = await pay(service, 5678, { capture: false })
  const page = await must(harness.search({ page: 1 }))
  expect(page).toMatchObject({ page: 1, total: 2, total_exact: true })
  expect(page.rows.map(({ intent_id }) => intent_id)).toEqual([
    second.payment_intent_id,
    first.payment_intent_id,
  ])
  expect(page.rows[1]).toMatchObject({
    status: 'captured',
    amount: 1234,
    amount_captured: 1234,
    amount_refunded: 0,
    reference: 'sale_one',
    last_four: '1111',
    settled: false,
    declined: false,
  })
  const only = async (search: Partial<Parameters<ManagerHarness['search']>[0]>) =>
    (await must(harness.search({ page: 1, ...search }))).rows.map(({ amount }) => amount)
  expect(await only({ reference: ' sale_one ' })).toEqual([1234])
  expect(await only({ reference: 'sale_two' })).toEqual([])
  expect(await only({ status: 'uncaptured' })).toEqual([5678])
  expect(await only({ amount_min: 1235 })).toEqual([5678])
  expect(await only({ amount_max: 1234 })).toEqual([1234])
  expect(await only({ created_to: '2020-01-01T00:00:00.000Z' })).toEqual([])
  expect(await only({ has_refund: true })).toEqual([])
})

test('a search for an id finds that payment only', async () => {
  const payment = await pay(service, 1234)
  for (const reference of [payment.id, payment.payment_intent_id]) {
    const page = await must(harness.search({ page: 1, reference }))
    expect(page.rows.map(({ intent_id }) => intent_id)).toEqual([payment.payment_intent_id])
  }
  expect(await must(harness.search({ page: 1, reference: 'pi_nobody' }))).toMatchObject({
    rows: [],
    total: 0,
  })
})

test('a payment’s page has every attempt and every refund, and no secret', async () => {
  await service.change(hsn, { script: 'decline' })
  const declined = await pay(service, 2000)
  await service.change(hsn, { script: 'approve' })
  const { session_key: sessionKey } = await must(service.client.call('terminals.connect', { body: { hsn } }))
  const body = { hsn, payment_intent_id: declined.payment_intent_id, include_signature: false }
  const paid = await must(service.client.call('terminals.auth_card', { body, sessionKey }))
  for (const amount of [300, 200]) {
    const { action_id } = await must(
      harness.act({ kind: 'refund', intent_id: paid.payment_intent_id, payment_id: paid.id, amount }),
    )
    await harness.end(action_id)
  }
  const history = await must(harness.open({ intent_id: paid.payment_intent_id }))
  expect(history.payments.map(({ status }) => status)).toEqual(['captured', 'failed'])
  expect(history.refunds.map(({ amount }) => amount)).toEqual([200, 300])
  expect(history.intent).toMatchObject({ amount_refunded: 500 })
  expect(JSON.stringify(history)).not.toContain('client_secret')
  expect(await harness.open({ intent_id: 'pi_nobody' })).toMatchObject({ error: { code: 'not_found' } })
})

test('a look-up without a service reports that it is away', async () => {
  const away = await startManagerHarness(service, { fate: () => 'never_arrives' })
  expect(await away.search({ page: 1 })).toMatchObject({ error: { code: 'service_away' } })
  expect(await away.open({ intent_id: 'pi_1' })).toMatchObject({ error: { code: 'service_away' } })
  await away.stop()
})

test('a payment is found by its receipt’s data at the counter that sold it', async () => {
  const payment = await pay(service, 1234)
  const other = await pay(service, 900)
  const folder = await temporaryFolder('countertop-look-ups')
  const book = await openSalesBook(folder, Date.now, quietLog)
  for (const [number, { id, payment_intent_id }] of [
    ['KT1042', payment],
    ['KT1043', other],
  ] as const) {
    const tender = cardTender(`sale_${number}`, 1234)
    const sale = { ...tender.sale, intent_id: payment_intent_id }
    const tenders = [
      { ...tender, sale, payment: { ...tender.payment, payment_id: id, auth_code: `A${number}` } },
    ]
    await book.file(bill({ id: `bill_${number}`, number, tenders, note: 'Table 7' }))
  }
  const sales = async () => ({ book })
  const manager = await startManagerHarness(service, {
    counter: () => ({ sales }) as unknown as ReturnType<ManagerOptions['counter']>,
  })
  const found = async (search: Partial<Parameters<ManagerHarness['search']>[0]>) =>
    (await must(manager.search({ page: 1, ...search }))).rows.map(({ intent_id }) => intent_id)
  try {
    expect(await found({ reference: 'visa' })).toEqual([other.payment_intent_id, payment.payment_intent_id])
    expect(await found({ reference: 'kt1042' })).toEqual([payment.payment_intent_id])
    expect(await found({ reference: 'AKT1043' })).toEqual([other.payment_intent_id])
    expect(await found({ reference: 'table visa' })).toEqual([
      other.payment_intent_id,
      payment.payment_intent_id,
    ])
    expect(await found({ reference: 'table', amount_max: 1000 })).toEqual([other.payment_intent_id])
    expect(await found({ reference: 'table', created_to: '2020-01-01T00:00:00.000Z' })).toEqual([])
    expect(await found({ reference: 'nobody' })).toEqual([])
  } finally {
    await manager.stop()
    await book.close()
  }
})

test('the service finds a payment by words in any field or in one field', async () => {
  const given = { user_fields: { cashier: 'Ann Lee', counter: 'Bar' }, description: 'Table 7' }
  const payment = await pay(service, 1234, given)
  await pay(service, 900)
  const found = async (search: Partial<Parameters<ManagerHarness['search']>[0]>) =>
    (await must(harness.search({ page: 1, ...search }))).rows.map(({ intent_id }) => intent_id)
  const only = [payment.payment_intent_id]
  expect(await found({ reference: 'ann bar' })).toEqual(only)
  expect(await found({ reference: 'Lee', field: 'cashier' })).toEqual(only)
  expect(await found({ reference: hsn, field: 'terminal' })).toHaveLength(2)
  expect(await found({ reference: 'lee', field: 'item' })).toEqual([])
  expect(await found({ reference: '11', field: 'last_four' })).toEqual([])
  expect(await found({ reference: '1111', field: 'last_four', amount_min: 1000 })).toEqual(only)
  const [newest] = await found({})
  expect(await found({ page: 2, after: newest ?? '' })).toEqual(only)
})

test('a service without the find operation is asked once, and its payments are still found', async () => {
  const payment = await pay(service, 1234, { reference_id: 'sale_one' })
  const foreign = await startManagerHarness(service, {
    fate: (request) => (request.endsWith('/find') ? 'unknown' : 'answered'),
  })
  try {
    const page = await must(foreign.search({ page: 1 }))
    expect(page).toMatchObject({ total: 1, only_here: false })
    expect((await must(foreign.search({ page: 1, reference: 'sale_one' }))).rows).toHaveLength(1)
    expect(await must(foreign.search({ page: 1, reference: 'latte' }))).toMatchObject({
      rows: [],
      only_here: true,
    })
    expect(await must(foreign.search({ page: 1, reference: '1111', field: 'last_four' }))).toMatchObject({
      ...{ rows: [], only_here: true },
    })
    expect((await must(foreign.search({ page: 1, reference: payment.id }))).rows).toHaveLength(1)
    expect(foreign.sent.filter((request) => request.endsWith('/find'))).toHaveLength(1)
  } finally {
    await foreign.stop()
  }
})

test('a page after an unknown payment is an error, and not the end of the list', async () => {
  await pay(service, 1234)
  const words = { reference: 'visa', field: 'brand' } as const
  expect(await harness.search({ page: 2, after: 'pi_gone', ...words })).toMatchObject({ ok: false })
  expect(await harness.search({ page: 1, reference: '12', field: 'last_four' })).toMatchObject({
    ok: true,
    value: { rows: [] },
  })
})

test('a payment’s page shows the fee booked at settlement, and no fee if the service reports none', async () => {
  const payment = await pay(service, 10_000)
  const open = { intent_id: payment.payment_intent_id }
  expect(await must(harness.open(open))).not.toHaveProperty('fees')
  const body = { account_id: service.access.accountId }
  await must(service.client.call('sandbox.settlements.close', { body }))
  const { data } = await must(service.client.call('fees.list', { query: { source_id: payment.id } }))
  expect(data[0]?.amount).toBeGreaterThan(0)
  expect(await must(harness.open(open))).toMatchObject({ fees: data[0]?.amount })
  const foreign = await startManagerHarness(service, {
    fate: (request) => (request.includes('/fees') ? 'unknown' : 'answered'),
  })
  try {
    const history = await must(foreign.open(open))
    expect(history.intent.settlement_status).toBe('settled')
    expect(history).not.toHaveProperty('fees')
  } finally {
    await foreign.stop()
  }
})
