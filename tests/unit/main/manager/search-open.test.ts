import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchPayments } from '../../../../src-main/manager/search-payments.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import type { PaymentSearch, PaymentSearchResult } from '../../../../src-shared/pos/manager/manager.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { must } from '../../../support/must.ts'
import { hsn, pay, startManagerHarness } from '../support/manager.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
/** Intents that are still open, newest first. */
let left: readonly string[]

const unpaid = 70

beforeAll(async () => {
  service = await startTestService()
  await service.plug({ hsn })
  const create = async (amount: number) =>
    (await must(service.client.call('payment_intents.create', { body: { amount } }))).id
  const held = await pay(service, 5678, { capture: false })
  await pay(service, 1234)
  await service.change(hsn, { script: 'decline' })
  const declined = await pay(service, 900)
  await service.change(hsn, { script: 'approve' })
  const cancelled = await create(400)
  await must(service.client.call('payment_intents.cancel', { params: { id: cancelled }, body: {} }))
  const created: string[] = []
  for (let made = 0; made < unpaid; made++) created.push(await create(100 + made))
  const last = await pay(service, 7000, { capture: false })
  left = [held.payment_intent_id, declined.payment_intent_id, ...created, last.payment_intent_id].toReversed()
})
afterAll(() => service.stop())

const kinds = [
  ['this service', 'answered'],
  ['a service that keeps to the specification', 'unknown'],
] as const

test.each(kinds)(
  'the list of open payments contains held, unpaid and unanswered ones, each once, page by page: %s',
  async (_, ours) => {
    const manager = await startManagerHarness(service, {
      fate: (request) => (request.endsWith('/find') ? ours : 'answered'),
    })
    try {
      const rows = new Map<string, string>()
      let pages = 0
      let next: PaymentSearch | null = { open: true, page: 1 }
      while (next !== null) {
        const page: PaymentSearchResult = await must(manager.search(next))
        if (pages === 0) expect(page).toMatchObject({ total: left.length, total_exact: true, more: true })
        pages++
        for (const row of page.rows) {
          expect(rows.has(row.intent_id)).toBe(false)
          rows.set(row.intent_id, row.status)
        }
        const after = page.rows.at(-1)?.intent_id
        next = page.more && after !== undefined ? { open: true, page: page.page + 1, after } : null
      }
      expect(pages).toBe(2)
      expect([...rows.keys()].toSorted()).toEqual([...left].toSorted())
      if (ours === 'answered') expect([...rows.keys()]).toEqual(left)
      expect(new Set(rows.values())).toEqual(new Set(['uncaptured', 'created']))
    } finally {
      await manager.stop()
    }
  },
)

test('the list of open payments can be filtered, and is an error when the service does not answer', async () => {
  const manager = await startManagerHarness(service)
  const away = await startManagerHarness(service, { fate: () => 'never_arrives' })
  try {
    const page = await must(manager.search({ open: true, page: 1, amount_min: 5000 }))
    expect(page.rows.map(({ amount }) => amount)).toEqual([7000, 5678])
    expect(page).toMatchObject({ total: 2, more: false })
    const words = await must(manager.search({ open: true, page: 1, reference: '1111', field: 'last_four' }))
    expect(words.rows.map(({ amount }) => amount)).toEqual([7000, 5678])
    expect(await away.search({ open: true, page: 1 })).toMatchObject({ error: { code: 'service_away' } })
  } finally {
    await manager.stop()
    await away.stop()
  }
})

test('unconfirmed refunds of any counter come first with their amount, if the service lists them', async () => {
  const paid = await pay(service, 1000)
  const refund = await must(
    service.client.call('refunds.create', { params: { id: paid.id }, body: { amount: 400 } }),
  )
  const { call } = service.client
  const answering = (answer: unknown): Client => ({
    ...service.client,
    call: (async (name: string, ...request: readonly unknown[]) =>
      name === 'refunds.list_unresolved'
        ? answer
        : Reflect.apply(call, service.client, [name, ...request])) as Client['call'],
  })
  const found = (answer: unknown, search: Partial<PaymentSearch> = {}) =>
    searchPayments(
      { client: () => answering(answer), soldHere: async () => [] },
      { open: true, page: 1, ...search },
    )
  const listed = ok({ data: [refund], meta: { has_more: false, limit: 20 } })
  const before = await must(found(ok({ data: [], meta: { has_more: false, limit: 20 } })))
  const after = await must(found(listed))
  expect(after.rows[0]).toMatchObject({ intent_id: paid.payment_intent_id, refund_unknown: 400 })
  expect(after.rows.slice(1)).toEqual(before.rows)
  expect(after.total).toBe(before.total + 1)
  expect((await must(found(listed, { amount_min: 5000 }))).rows).toHaveLength(2)
  expect((await must(found(listed, { page: 2 }))).rows.some((row) => row.refund_unknown !== undefined)).toBe(
    false,
  )
  const refused = err({ kind: 'refused', status: 404, error: { code: 'resource_missing' } })
  expect(await must(found(refused))).toEqual(before)
  expect(await found(err({ kind: 'no_answer', reason: 'away' }))).toMatchObject({
    error: { code: 'service_away' },
  })
})
