import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { keepRows } from '../../../../src-service/store/keep-rows.ts'
import { rememberedOnPostgres } from '../../../../src-service/store/open-store.ts'
import type { IdempotencyClaim, Store } from '../../../../src-service/store/store.ts'
import { makePostgresDatabase } from '../../../support/postgres-store.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { openRefundHarness } from '../refunds/refund-harness.ts'
import { mustOf, openPaymentsHarness } from './payments-harness.ts'

/** The store calls of each step of a sale. On PostgreSQL each is one round trip, and each commit waits for the disk. */
interface Asked {
  readonly reads: number
  readonly commits: number
}

/**
 * More calls than this slow down every sale: if you add one, carry what is known instead (commit.ts), or explain why
 * not. The service on PostgreSQL remembers what it wrote in the step before; the embedded one, on SQLite, reads it.
 */
const alike = {
  create: { reads: 0, commits: 1 },
  'pay by a customer’s default method': { reads: 2, commits: 2 },
  'pay by a method': { reads: 1, commits: 2 },
  'pay at a terminal': { reads: 1, commits: 2 },
} as const
const most: Readonly<Record<'SQLite' | 'PostgreSQL', Readonly<Record<string, Asked>>>> = {
  SQLite: {
    ...alike,
    capture: { reads: 1, commits: 2 },
    cancel: { reads: 1, commits: 2 },
    refund: { reads: 1, commits: 2 },
  },
  PostgreSQL: {
    ...alike,
    capture: { reads: 0, commits: 2 },
    cancel: { reads: 0, commits: 2 },
    refund: { reads: 0, commits: 2 },
  },
}

function counting(store: Store) {
  let reads = 0
  let commits = 0
  const count =
    <Arguments extends readonly unknown[], Answer>(ask: (...all: Arguments) => Answer) =>
    (...all: Arguments): Answer => {
      reads += 1
      return ask(...all)
    }
  const counted: Store = {
    ...store,
    get: count(store.get) as Store['get'],
    find: count(store.find) as Store['find'],
    together: count(store.together) as Store['together'],
    list: count(store.list) as Store['list'],
    idempotencyRecord: count(store.idempotencyRecord),
    commit(set) {
      commits += 1
      return store.commit(set)
    },
  }
  const take = (): Asked => {
    const taken = { reads, commits }
    reads = 0
    commits = 0
    return taken
  }
  return { counted, take }
}

const engines = {
  SQLite: async (directory: string) => openSqliteStore(join(directory, 'service.db')),
  PostgreSQL: async () => (await makePostgresDatabase())(),
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  test.each(['without a key', 'with an idempotency key'])(
    'no step makes more calls than allowed, %s',
    async (how) => {
      let take = (): Asked => ({ reads: 0, commits: 0 })
      const harness = await openPaymentsHarness(async (directory) => {
        const store = counting(await engines[engine](directory))
        take = store.take
        return engine === 'PostgreSQL' ? keepRows(store.counted, rememberedOnPostgres) : store.counted
      })
      const { refund } = openRefundHarness(harness)
      let keys = 0
      const key = (): IdempotencyClaim | null => {
        keys += 1
        if (how === 'without a key') return null
        return { scope: `sale ${keys}`, fingerprint: 'body', created_at: harness.clock.verified() }
      }
      const { id: customer_id } = await harness.customer()
      const { id: payment_method_id } = await harness.kept(customer_id)
      const query = vi.spyOn(pg.Client.prototype, 'query')
      onTestFinished(() => query.mockRestore())

      const asked: Record<string, Asked> = {}
      const step = async <Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> => {
        take()
        query.mockClear()
        const answer = await work()
        const counted = take()
        asked[name] = counted
        if (engine === 'PostgreSQL') {
          const { reads, commits } = counted
          expect(query.mock.calls.length, `round trips of ${name}`).toBe(reads + commits)
        }
        return answer
      }
      // All intents of an account but its first find this mark (accounts/kept-currency.ts), and every caller has it.
      const account = { status: 'boarded', ...harness.caller.account, currency_kept: true } as const
      const caller = { ...harness.caller, account }
      const idOf = (answer: unknown) => (answer as { readonly id: string }).id
      const call = async (name: Parameters<typeof harness.call>[0], parts: object) => {
        const answer = mustOf(await harness.call(name, { caller, ...parts, idempotency: key() }))
        const body = (answer as { readonly body?: string }).body
        return body === undefined ? answer : (JSON.parse(body) as unknown)
      }
      const body = { amount: 1234, capture: false }
      const id = idOf(await step('create', () => call('payment_intents.create', { body })))
      await step('pay by a customer’s default method', () =>
        call('payments.create', { params: { id }, body: { customer_id } }),
      )
      await step('cancel', () => call('payment_intents.cancel', { params: { id } }))
      const another = await harness.intent(body)
      const params = { id: another.id }
      await step('pay by a method', () => call('payments.create', { params, body: { payment_method_id } }))
      await step('capture', () => call('payment_intents.capture', { params }))
      const [payment] = await harness.payments(another.id)
      await step('refund', async () => mustOf(await refund(payment?.id ?? '', {}, key())))
      const { id: atTerminal } = await harness.intent(body)
      await step('pay at a terminal', async () => mustOf(await harness.pay(atTerminal, {}, 1234)))
      expect(asked).toEqual(most[engine])
    },
  )
})
