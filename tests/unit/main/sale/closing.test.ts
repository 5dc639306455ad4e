import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeIntent } from '../../../../src-main/sale/close-intent.ts'
import { abandonIntent, voidIntent } from '../../../../src-main/sale/void-intent.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { must } from '../../../support/must.ts'
import { facts } from '../../shared/pos/transition/sale-fixtures.ts'
import { withFaults } from '../support/faulty-service.ts'
import { quietLog, startTestService, type TestService, until } from '../support/service.ts'

const hsn = 'VT-1'
let service: TestService
let errors: string[]
beforeEach(async () => {
  service = await startTestService()
  errors = []
})
afterEach(() => service.stop())

const log = { ...quietLog, error: (_fields: object, message: string) => void errors.push(message) }
const created = async (): Promise<string> =>
  (await must(service.client.call('payment_intents.create', { body: { amount: 900, currency: 'USD' } }))).id
const statusOf = async (id: string) =>
  (await must(service.client.call('payment_intents.get', { params: { id } }))).status
const abandon = (intent_id: string, client: () => Client | null = () => service.client) =>
  abandonIntent(
    { client, log, stopped: new AbortController().signal },
    { kind: 'cancel_intent', sale_id: 'sale_1', intent_id },
  )

test('closing an intent is retried until the service answers', async () => {
  const id = await created()
  let asked = 0
  await abandon(id, () => (++asked === 1 ? null : service.client))
  expect(await statusOf(id)).toBe('cancelled')
  expect(errors).toEqual([])
})

test('a card that was charged after the sale was left is refunded, and that is logged', async () => {
  await service.plug({ hsn })
  const id = await created()
  const { session_key: sessionKey } = await must(service.client.call('terminals.connect', { body: { hsn } }))
  await must(service.client.call('terminals.auth_card', { body: { hsn, payment_intent_id: id }, sessionKey }))
  await abandon(id)
  expect(await statusOf(id)).toBe('cancelled')
  expect(errors).toEqual(['sale.late_charge', 'sale.late_charge_reversed'])
})

test('an intent with a payment in progress is reported at once, and its charge is returned once it is known', async () => {
  await service.plug({ hsn, card: '4000000000050015' })
  const id = await created()
  const { session_key: sessionKey } = await must(service.client.call('terminals.connect', { body: { hsn } }))
  void service.client.call('terminals.auth_card', { body: { hsn, payment_intent_id: id }, sessionKey })
  await until(
    () => statusOf(id),
    (status) => status === 'processing',
  )
  const done = abandon(id)
  await until(
    () => errors.length,
    (count) => count > 0,
  )
  await service.advance(31)
  await service.advance(60)
  await done
  expect(await statusOf(id)).toBe('cancelled')
  expect((await service.payments(id)).map(({ status }) => status)).toEqual(['voided'])
  expect(errors).toEqual(['sale.late_charge', 'sale.late_charge_reversed'])
})

test('a charge found after a refused cancel is cancelled again until it is returned', async () => {
  await service.plug({ hsn })
  const id = await created()
  const { session_key: sessionKey } = await must(service.client.call('terminals.connect', { body: { hsn } }))
  await must(service.client.call('terminals.auth_card', { body: { hsn, payment_intent_id: id }, sessionKey }))
  let cancels = 0
  // The bank answered between the cancel and the following look-up.
  const late = withFaults(service.access, (name) =>
    name === 'payment_intents.cancel' && ++cancels === 1 ? 'not_found' : 'pass',
  )
  await abandon(id, () => late.client)
  expect(cancels).toBe(2)
  expect((await service.payments(id)).map(({ status }) => status)).toEqual(['voided'])
  expect(errors).toEqual(['sale.late_charge', 'sale.late_charge_reversed'])
})

test('an intent that is unknown to the service does not count as closed', async () => {
  const id = await created()
  let unknown = 0
  const restored = withFaults(service.access, (name) =>
    unknown < 2 && ++unknown > 0 && name.startsWith('payment_intents.') ? 'not_found' : 'pass',
  )
  await abandon(id, () => restored.client)
  expect(await statusOf(id)).toBe('cancelled')
})

test('a charge that was settled before it could be cancelled is refunded', async () => {
  await service.plug({ hsn })
  const id = await created()
  const { session_key: sessionKey } = await must(service.client.call('terminals.connect', { body: { hsn } }))
  await must(service.client.call('terminals.auth_card', { body: { hsn, payment_intent_id: id }, sessionKey }))
  await must(
    service.client.call('sandbox.settlements.close', { body: { account_id: service.access.accountId } }),
  )
  await abandon(id)
  expect(await service.payments(id)).toMatchObject([{ amount_captured: 900, amount_refunded: 900 }])
  expect(errors).toEqual(['sale.late_charge', 'sale.late_charge_reversed'])
})

test('a refund without the bank’s answer does not count as returned, and closes the sale once it is answered', async () => {
  // The sandbox answers a refund of this amount after 30 s.
  const amount = 77_700
  await service.plug({ hsn })
  const { id } = await must(
    service.client.call('payment_intents.create', { body: { amount, currency: 'USD' } }),
  )
  const { session_key: sessionKey } = await must(service.client.call('terminals.connect', { body: { hsn } }))
  await must(service.client.call('terminals.auth_card', { body: { hsn, payment_intent_id: id }, sessionKey }))
  const { accountId } = service.access
  await must(service.client.call('sandbox.settlements.close', { body: { account_id: accountId } }))
  const close = (attempt: string) =>
    closeIntent(() => service.client, id, {
      reason: 'abandoned',
      key: `close-this-intent-${attempt}`,
      refundKey: 'return-this-payment',
    })
  expect(await close('first')).toMatchObject({ kind: 'open', status: 'captured' })
  // The whole amount counts as refunded now, but the bank may still refuse it.
  expect(await service.payments(id)).toMatchObject([{ amount_refunded: amount }])
  expect(await close('second')).toMatchObject({ kind: 'open', status: 'captured' })
  await service.advance(31)
  await service.advance(60)
  expect(await close('third')).toEqual({ kind: 'closed', returned: true })
})

/**
 * A settled payment of 9.00, of which `refunded` cents were refunded elsewhere before. @returns its intent id and a
 * void effect
 */
async function settled(refunded: number) {
  await service.plug({ hsn })
  const id = await created()
  const { session_key: sessionKey } = await must(service.client.call('terminals.connect', { body: { hsn } }))
  await must(service.client.call('terminals.auth_card', { body: { hsn, payment_intent_id: id }, sessionKey }))
  const [payment] = await service.payments(id)
  const params = { id: payment?.id ?? '' }
  if (refunded > 0) {
    await must(service.client.call('refunds.create', { params, body: { amount: refunded } }))
  }
  const { accountId } = service.access
  await must(service.client.call('sandbox.settlements.close', { body: { account_id: accountId } }))
  const sale = facts({ amount: 900, intent_id: id })
  return { id, effect: { kind: 'void_intent', sale, tries: 0, held: false } as const }
}

test('the rest of a partly refunded payment is returned even after its settlement', async () => {
  const { id, effect } = await settled(300)
  // The following look-up finds out whether everything was returned.
  expect(await voidIntent(() => service.client, effect)).toMatchObject({
    kind: 'void_failed',
    refused: false,
  })
  const shown = { settlement_status: 'settled', amount_captured: 900, amount_refunded: 900 }
  expect(await service.payments(id)).toMatchObject([shown])
  // Sent again after a lost answer, it is the same refund.
  expect(await voidIntent(() => service.client, effect)).toMatchObject({ kind: 'void_failed' })
  expect(await service.payments(id)).toMatchObject([shown])
})

test('a settled payment without refunds is not returned by itself: a manager must refund it', async () => {
  const { id, effect } = await settled(0)
  expect(await voidIntent(() => service.client, effect)).toMatchObject({ kind: 'void_failed', refused: true })
  expect(await service.payments(id)).toMatchObject([{ amount_refunded: 0 }])
})

test('a cancel that the bank has not answered yet does not close its intent', async () => {
  const answered = async (status: 'processing' | 'cancelled') => {
    const intent = { status, settlement_status: 'unsettled', latest_payment: { status } }
    const client = { call: async () => ok(intent) } as unknown as Client
    const request = { reason: 'abandoned', key: 'key-1', refundKey: 'key-2' } as const
    return closeIntent(() => client, 'pi_1', request)
  }
  expect(await answered('processing')).toMatchObject({ kind: 'open', status: 'processing' })
  expect(await answered('cancelled')).toEqual({ kind: 'closed', returned: true })
})

test('a settled payment of which everything was refunded is closed, and not refunded again', async () => {
  const payment = { id: 'pmt_1', status: 'captured', amount_captured: 900, amount_refunded: 900 }
  const intent = { status: 'captured', settlement_status: 'settled', latest_payment: payment }
  const refunds = { data: [{ status: 'succeeded', awaits: null, amount: 900 }], meta: { has_more: false } }
  const answers: Readonly<Record<string, unknown>> = {
    'payment_intents.cancel': err({ kind: 'refused', status: 409, error: { code: 'state_conflict' } }),
    'payment_intents.get': ok(intent),
    'payments.list_refunds': ok(refunds),
  }
  const client = { call: async (name: string) => answers[name] } as unknown as Client
  const request = { reason: 'abandoned', key: 'key-1', refundKey: 'key-2' } as const
  expect(await closeIntent(() => client, 'pi_1', request)).toEqual({ kind: 'closed', returned: true })
})
