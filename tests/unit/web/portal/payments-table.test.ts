import { expect, test } from 'vitest'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { paymentsTable } from '../../../../src-web/portal/payments-table.ts'

const intent = (id: string, rest: Partial<PaymentIntent> = {}) =>
  ({
    ...{ id, account_id: 'acct_1', created_at: '2026-11-21T14:05:30.000Z', status: 'captured' },
    ...{ amount: 1481, amount_captured: 1481, amount_refunded: 0, currency: 'USD', settled_at: null },
    ...{ reference_id: null, description: null, latest_payment: null, ...rest },
  }) as PaymentIntent
const pageOf = (data: readonly PaymentIntent[], next_cursor?: string) =>
  ok({ data, meta: { has_more: next_cursor !== undefined, next_cursor } })
const goOn = () => true

test('all pages of the search are in one table, with amounts that spreadsheet programs read', async () => {
  const asked: (string | undefined)[] = []
  const counts: number[] = []
  const table = await paymentsTable(
    async (cursor) => {
      asked.push(cursor)
      return cursor === undefined
        ? pageOf([intent('pi_1')], 'after_1')
        : pageOf([intent('pi_2', { amount_refunded: 5, reference_id: 'Table 4, window' })])
    },
    (count) => counts.push(count) > 0,
  )
  expect(asked).toEqual([undefined, 'after_1'])
  expect(counts).toEqual([1, 2])
  expect(table).toEqual(
    ok({
      count: 2,
      text: [
        '\uFEFFid,account,created_at,status,amount,captured,refunded,currency,brand,last_four,settled_at,reference,description',
        'pi_1,acct_1,2026-11-21T14:05:30.000Z,captured,14.81,14.81,0.00,USD,,,,,',
        'pi_2,acct_1,2026-11-21T14:05:30.000Z,captured,14.81,14.81,0.05,USD,,,,"Table 4, window",',
        '',
      ].join('\r\n'),
    }),
  )
})

test('a text that looks like a formula is not one in the spreadsheet, and quotes stay quotes', async () => {
  const description = '=HYPERLINK("https://evil.example")'
  const table = await paymentsTable(async () => pageOf([intent('pi_1', { description })]), goOn)
  expect(table.ok && table.value?.text).toContain(`,"'=HYPERLINK(""https://evil.example"")"\r\n`)
})

test('a page without an answer gives no table: one with a part of the payments would look whole', async () => {
  const failure = err({ kind: 'no_answer' as const })
  const table = await paymentsTable(
    async (cursor) => (cursor === undefined ? pageOf([intent('pi_1')], 'after_1') : failure),
    goOn,
  )
  expect(table).toEqual(failure)
})

test('a page that is refused because of too many requests is asked for again, and further pages leave room for sales', async () => {
  const busy = err({ kind: 'refused' as const, status: 429, code: 'rate_limited', params: [] })
  const answers = [busy, pageOf([intent('pi_1')], 'after_1'), busy, busy, pageOf([intent('pi_2')])]
  const pauses: number[] = []
  const table = await paymentsTable(
    async () => answers.shift() ?? busy,
    goOn,
    async (ms) => void pauses.push(ms),
  )
  expect(table).toMatchObject({ ok: true, value: { count: 2 } })
  expect(pauses).toEqual([1_000, 50, 1_000, 1_000])
  expect(
    await paymentsTable(
      async () => busy,
      goOn,
      async () => undefined,
    ),
  ).toEqual(busy)
})

test('nothing more is asked once nobody waits for the table', async () => {
  let asked = 0
  const table = await paymentsTable(
    async () => {
      asked += 1
      return pageOf([intent('pi_1')], 'after_1')
    },
    () => false,
  )
  expect(table).toEqual(ok(null))
  expect(asked).toBe(1)
})
