import { afterEach, beforeEach, expect, test } from 'vitest'
import { hsn, type ManagerHarness, pay, startManagerHarness } from '../support/manager.ts'
import { must, startTestService, type TestService } from '../support/service.ts'

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

test('an id that is typed or scanned is opened itself', async () => {
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
  expect(await away.search({ page: 1 })).toMatchObject({ error: { code: 'not_available' } })
  expect(await away.open({ intent_id: 'pi_1' })).toMatchObject({ error: { code: 'not_available' } })
  await away.stop()
})
