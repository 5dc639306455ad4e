import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAsk, createMust, expectRefusal } from './support/ask.ts'
import type { RunningService } from './support/running-service.ts'
import { engines, startServiceOn } from './support/service-on.ts'

// Lists whose pages section 4.2 numbers, or shows without pages: by cursor they end after a megabyte, too.

const large = 24
const mostBytes = 1.1 * 1024 * 1024
const order_details = { text: 'x'.repeat(60_000) }

describe.each(engines)('large entries, on %s', (engine) => {
  let service: RunningService
  let ask: ReturnType<typeof createAsk>
  let must: ReturnType<typeof createMust>
  beforeAll(async () => {
    service = await startServiceOn(engine)
    ask = createAsk(service)
    must = createMust(ask)
  })
  afterAll(() => service?.stop())

  describe('a search', () => {
    const made: string[] = []
    beforeAll(async () => {
      for (let amount = 1; amount <= large; amount += 1) {
        made.push((await must('payment_intents.create', { body: { amount, order_details } })).id)
      }
    })

    test.each([
      ['created_at', 'desc'],
      ['created_at', 'asc'],
      ['updated_at', 'desc'],
      ['amount', 'asc'],
    ] as const)(
      'a search by %s, %s, gives a page by number whole, and by cursor up to a megabyte',
      async (sort_column, sort_direction) => {
        const terms = { sort_column, sort_direction, limit: 50 }
        const all = sort_direction === 'asc' ? made : made.toReversed()
        const whole = await must('payment_intents.search', { body: terms })
        expect(whole.data.map(({ id }) => id)).toEqual(all)
        expect(whole.meta).toEqual({ page: 1, limit: 50, total: large, total_exact: true, has_more: false })

        const start = await must('payment_intents.search', { body: { ...terms, limit: 1 } })
        const found = start.data.map(({ id }) => id)
        let { next_cursor } = start.meta
        let pages = 0
        while (next_cursor !== undefined) {
          const body = { ...terms, starting_after: next_cursor }
          const page = await must('payment_intents.search', { body })
          expect(JSON.stringify(page).length).toBeLessThan(mostBytes)
          expect(page.meta).toMatchObject({ limit: 50, total: large - found.length, total_exact: true })
          found.push(...page.data.map(({ id }) => id))
          expect(page.meta.has_more).toBe(found.length < large)
          next_cursor = page.meta.next_cursor
          pages += 1
        }
        expect(found).toEqual(all)
        expect(pages).toBeGreaterThan(1)
      },
    )

    test('a search names where to go on after a page that is full, too', async () => {
      const { meta } = await must('payment_intents.search', { body: { limit: 2, page: 2 } })
      expect(meta).toMatchObject({ page: 2, has_more: true, next_cursor: made.at(-4) })
    })

    test('a search refuses a cursor of nobody, and a page beside a cursor', async () => {
      for (const body of [{ starting_after: 'pi_nobody' }, { starting_after: made[0], page: 1 }]) {
        const refused = expectRefusal(await ask('payment_intents.search', { body }), 'parameter_invalid')
        expect(refused.param).toBe('starting_after')
      }
    })
  })

  describe('the unmatched settlements', () => {
    const made: string[] = []
    beforeAll(async () => {
      const payments: string[] = []
      for (let number = 1; number <= large; number += 1) {
        const gateway_response = {
          ...{ retrieval_reference: `90000000${1000 + number}` },
          created_at: '2026-01-31T12:00:00Z',
        }
        const card = {
          ...{ token: 'external', last_four_digits: '1111', first_six_digits: '411111', brand: 'Visa' },
          ...{ exp_month: '12', exp_year: '2030' },
        }
        const intent = await must('external_payments.create', {
          body: {
            payment_intent: { amount: 100 },
            payment_method: { payment_method_type: 'card', source_type: 'other-gateway', card },
            gateway_response,
            payment: { order_details },
          },
        })
        payments.unshift(intent.latest_payment?.id ?? '')
      }
      const record = await must('sandbox.settlement_records.create', {
        body: {
          ...{ account_id: service.accountId, type: 'payment', retrieval_reference: '1', amount: 5 },
          created_at: '2026-01-31T12:00:00Z',
        },
      })
      made.push(...payments, record.id)
    })
    const page = (query: string) => must('settlements.list_unmatched', { query })

    test('unmatched settlements end after a megabyte, and go on where they ended, through each type', async () => {
      const first = await page('')
      expect(JSON.stringify(first).length).toBeLessThan(mostBytes)
      expect(first.meta).toEqual({ has_more: true, limit: 1000, next_cursor: first.data.at(-1)?.id })
      const second = await page(`?starting_after=${first.meta?.next_cursor}`)
      expect(second.meta).toEqual({ has_more: false, limit: 1000 })
      expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made)
    })

    test('unmatched settlements have as many entries on a page as asked for, and a cursor of nobody is refused', async () => {
      const two = await page(`?limit=2&starting_after=${made[0]}`)
      expect(two.data.map(({ id }) => id)).toEqual(made.slice(1, 3))
      expect(two.meta).toEqual({ has_more: true, limit: 2, next_cursor: made[2] })
      expect((await page(`?starting_after=${made.at(-1)}`)).data).toEqual([])
      const refused = await ask('settlements.list_unmatched', { query: '?starting_after=pmt_nobody' })
      expect(expectRefusal(refused, 'parameter_invalid').param).toBe('starting_after')
    })
  })
})
