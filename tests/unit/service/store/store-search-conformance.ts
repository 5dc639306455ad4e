import { describe, expect, test } from 'vitest'
import { anyField, wordFields } from '../../../../src-service/store/intent-words.ts'
import type { Condition, Row, Search, Store, Write } from '../../../../src-service/store/store.ts'
import { createRandom } from '../../../chaos/support/random.ts'
import { testRemovedWords } from './removed-words-conformance.ts'
import { account, asRead, insert, intentDocument, row, start } from './store-samples.ts'

const second = 'acct_two'
const sortColumns = ['created_at', 'updated_at', 'amount'] as const
type Values = Readonly<Record<string, string | number | null>>

/** The values by which a row is searched, in the model. */
const valuesOf = ({ account_id, id, created_at, updated_at, document }: Row): Values => {
  const intent = document as ReturnType<typeof madeUp>
  return {
    ...{ account_id, id, created_at, updated_at },
    ...{ amount: intent.amount, status: intent.status, reference_id: intent.reference_id },
    payment_status: intent.latest_payment?.status ?? null,
    has_refund: intent.amount_refunded > 0 ? 1 : null,
    settled_at: intent.settled_at === null ? null : Date.parse(intent.settled_at),
    customer_id: intent.customer_id,
    words: ` ${intent.description} ${intent.order_details.bill.number.toLowerCase()} `,
  }
}

const madeUp = (index: number, random: () => number) => {
  const pick = <Value>(...values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  return {
    ...intentDocument(),
    status: pick('created', 'captured', 'captured', 'captured', 'failed'),
    amount: pick(100, 200, 300, Math.floor(random() * 1000)),
    reference_id: pick(null, 'table 1', 'table 2', `table ${index}`),
    latest_payment: pick(null, { status: 'captured' }, { status: 'failed' }),
    amount_refunded: pick(0, 0, 0, 5),
    settled_at: pick(null, new Date(start + pick(0, 1, 2, index) * 1000).toISOString()),
    customer_id: pick(null, null, 'cus_1', 'cus_2', 'cus_3'),
    description: pick('tea', 'tea to go', 'cake', `cake ${index % 40}`),
    order_details: { bill: { number: `KT${index}` } },
  }
}

const fits = (values: Values, condition: Condition): boolean => {
  const value = values[condition.column] ?? null
  if (!('value' in condition)) return (condition.is === 'null') === (value === null)
  if (value === null) return false
  const other = condition.value as string | number
  if (condition.is === 'has') return String(value).includes(` ${other} `)
  if (condition.is === 'in') return (condition.value as readonly unknown[]).includes(value)
  if (condition.is === '=') return value === other
  if (condition.is === '>=') return value >= other
  if (condition.is === '<=') return value <= other
  throw new Error('the model does not know this')
}

const word = (value: string): Condition => ({ column: 'words', is: 'has', value, fields: anyField })

/** The expected answer, computed by checking, sorting and cutting all rows. */
function model(rows: readonly Values[], { accountIds, where, sort, offset, limit, after }: Search) {
  const sign = sort.direction === 'asc' ? 1 : -1
  const isBeyond = (one: Values, { key, id }: { readonly key: number; readonly id: string }) =>
    sign * (Number(one[sort.column]) - key || (String(one.id) < id ? -1 : String(one.id) > id ? 1 : 0)) > 0
  const all = rows
    .filter((one) => accountIds.includes(String(one.account_id)))
    .filter((one) => where.every((condition) => fits(one, condition)))
    .filter((one) => after === undefined || isBeyond(one, after))
    .sort((one, other) => {
      const [mine = 0, theirs = 0] = [one[sort.column], other[sort.column]]
      return sign * (Number(mine) - Number(theirs) || (String(one.id) < String(other.id) ? -1 : 1))
    })
  return { ids: all.slice(offset, offset + limit).map(({ id }) => id), total: all.length }
}

/** The search behaviour of every engine. */
export function describeSearch(engineName: string, open: () => Promise<Store>): void {
  describe(`a search on ${engineName}`, () => {
    const fill = async (store: Store, count: number, make: (index: number) => Row) => {
      const rows = Array.from({ length: count }, (_, index) => make(index))
      for (let from = 0; from < count; from += 1000) {
        const writes: Write[] = rows.slice(from, from + 1000).map((one) => insert('payment_intent', one))
        const outcome = await store.commit({ writes })
        if (!outcome.ok) throw new Error('the store could not be filled')
      }
      return rows
    }
    const mixed = (store: Store, count: number, random: () => number) =>
      fill(store, count, (index) =>
        row(madeUp(index, random), {
          id: `pi_${String(index).padStart(6, '0')}`,
          account_id: random() < 0.3 ? second : account,
          created_at: start + Math.floor(random() * 50) * 1000,
          updated_at: start + Math.floor(random() * 90) * 1000,
        }),
      )
    const newestFirst = { column: 'created_at', direction: 'desc' } as const
    const ask = async (store: Store, changes: Partial<Search>) => {
      const search: Search = {
        accountIds: [account],
        where: [],
        sort: newestFirst,
        offset: 0,
        limit: 10,
        ...changes,
      }
      const { rows, total, exact } = await store.search('payment_intent', search)
      return { ids: rows.map(({ id }) => id), total, exact, rows }
    }

    test('a search returns the same as checking every row, for any filters', async () => {
      const store = await open()
      const random = createRandom(7)
      const rows = (await mixed(store, 800, random)).map(valuesOf)
      const pick = <Value>(...values: readonly Value[]): Value =>
        values[Math.floor(random() * values.length)] as Value
      const moment = () => start + Math.floor(random() * 90) * 1000
      const conditions: readonly (() => Condition)[] = [
        () => ({ column: 'status', is: '=', value: pick('created', 'captured', 'failed', 'pending') }),
        () => ({ column: 'payment_status', is: '=', value: pick('captured', 'failed', 'voided') }),
        () => ({ column: 'reference_id', is: '=', value: pick('table 1', 'table 77', 'none') }),
        () => ({ column: 'has_refund', is: pick('null', 'not null') }),
        () => ({ column: 'settled_at', is: pick('null', 'not null') }),
        ...(['created_at', 'updated_at', 'settled_at'] as const).flatMap((column) => [
          (): Condition => ({ column, is: '>=', value: moment() }),
          (): Condition => ({ column, is: '<=', value: moment() }),
        ]),
        () => ({ column: 'amount', is: '>=', value: pick(150, 300, 990) }),
        () => ({ column: 'amount', is: '<=', value: pick(100, 300, 990) }),
        () => ({ column: 'customer_id', is: 'in', value: pick(['cus_1'], ['cus_2', 'cus_3'], []) }),
        () => word(pick('tea', 'cake', 'go', '7', 'none')),
        () => word(pick('cake', 'kt77', 'tea')),
      ]
      for (let round = 0; round < 200; round += 1) {
        const where = conditions.filter(() => random() < 0.18).map((make) => make())
        const sort = where.some(({ is }) => is === 'has') ? 'created_at' : pick(...sortColumns)
        const search: Search = {
          accountIds: pick([account], [account, second], [second, 'acct_none'], ['acct_none'], []),
          where,
          sort: { column: sort, direction: pick('asc', 'desc') },
          ...pick({}, {}, { after: { key: sort === 'amount' ? 200 : moment(), id: 'pi_000300' } }),
          offset: pick(0, 0, 7, 300),
          limit: pick(1, 10, 50),
        }
        const { ids, total, exact } = await ask(store, search)
        expect({ ids, total, exact }, JSON.stringify(search)).toEqual({ ...model(rows, search), exact: true })
      }
    })

    test('a search returns complete rows, including those just written or changed', async () => {
      const store = await open()
      const [first] = await fill(store, 1, () => row({ ...madeUp(1, () => 0), amount: 5 }))
      if (first === undefined) throw new Error('no row')
      expect((await ask(store, {})).rows).toEqual([asRead(first)])
      const document = { ...madeUp(1, () => 0), amount: 6, amount_refunded: 6 }
      const changed = { ...first, version: 2, updated_at: start + 5, document }
      await store.commit({ writes: [{ op: 'update', kind: 'payment_intent', row: changed }] })
      const refunded = { where: [{ column: 'has_refund', is: 'not null' }] } as const
      expect((await ask(store, refunded)).rows).toEqual([asRead(changed)])
    })

    test('a search counts only up to a limit, marks this, and still finds every page', async () => {
      const store = await open()
      const count = 10_500
      await fill(store, count, (index) =>
        row(
          {
            ...madeUp(index, () => 0),
            amount: index,
            status: index === 3 ? 'failed' : 'captured',
            settled_at: null,
          },
          {
            id: `pi_${String(index).padStart(6, '0')}`,
            created_at: start + index,
            updated_at: start + index,
          },
        ),
      )
      const all = await ask(store, {})
      expect(all).toMatchObject({ total: 10_000, exact: false })
      const deep = await ask(store, { offset: 10_480, limit: 50 })
      expect(deep.ids).toHaveLength(20)
      expect(deep.ids.at(-1)).toBe('pi_000000')
      expect((await ask(store, { offset: 10_490, limit: 5 })).total).toBeGreaterThan(10_495)
      const captured = { column: 'status', is: '=', value: 'captured' } as const
      const most = await ask(store, {
        where: [captured, { column: 'settled_at', is: 'null' }],
        sort: { column: 'amount', direction: 'asc' },
      })
      expect(most.ids.slice(0, 5)).toEqual([0, 1, 2, 4, 5].map((index) => `pi_00000${index}`))
      expect(most.exact).toBe(false)
      expect(most.total).toBeGreaterThan(10)
      const wide = { column: 'updated_at', is: '>=', value: start + 1 } as const
      const rare = await ask(store, {
        where: [wide, { column: 'amount', is: '<=', value: 10_400 }, captured],
        offset: 10_390,
      })
      expect(rare.ids).toHaveLength(9)
      const failed = await ask(store, { where: [{ column: 'status', is: '=', value: 'failed' }, wide] })
      expect(failed).toMatchObject({ ids: ['pi_000003'], total: 1, exact: true })
    })

    test('a search by a word finds it in the requested fields, including words written earlier by a write that read nothing before', async () => {
      const store = await open()
      const document = (changes: object) => ({ ...madeUp(1, () => 0), ...changes })
      const [first] = await fill(store, 1, () => row(document({ description: 'Café crème, tea' })))
      if (first === undefined) throw new Error('no row')
      const has = async (value: string, fields: number = anyField) =>
        (await ask(store, { where: [{ column: 'words', is: 'has', value, fields }] })).ids.length
      expect([await has('cafe'), await has('creme'), await has('kt1')]).toEqual([1, 1, 1])
      expect([await has('kt1', wordFields.receipt_number), await has('kt1', wordFields.note)]).toEqual([1, 0])
      const note = document({ description: 'coffee', user_fields: { cashier: 'Tea Novak' } })
      const changed = { ...first, version: 2, updated_at: start + 5, document: note }
      const update: Write = { op: 'update', kind: 'payment_intent', row: changed }
      expect((await store.commit({ writes: [update] })).ok).toBe(true)
      expect([await has('coffee'), await has('cafe')]).toEqual([1, 1])
      expect([await has('tea', wordFields.cashier), await has('tea', wordFields.note)]).toEqual([1, 1])
      // A failed write adds no words.
      const late = { ...update, row: { ...changed, document: document({ description: 'never' }) } }
      expect((await store.commit({ writes: [late] })).ok).toBe(false)
      expect(await has('never')).toBe(0)
    })

    testRemovedWords(open)

    test('a search by several words, common and rare, finds the rows with all of them', async () => {
      const store = await open()
      const count = 3_500
      const rows = await fill(store, count, (index) =>
        row(
          { ...madeUp(index, () => 0), amount: index, description: index % 700 === 0 ? 'tea rare' : 'tea' },
          {
            id: `pi_${String(index).padStart(6, '0')}`,
            created_at: start + index,
            updated_at: start + index,
          },
        ),
      )
      const idsAt = (...at: readonly number[]) => at.map((index) => rows[index]?.id)
      const both = await ask(store, { where: [word('tea'), word('rare')] })
      expect(both).toMatchObject({ ids: idsAt(2800, 2100, 1400, 700, 0), total: 5, exact: true })
      const narrow = await ask(store, {
        where: [word('tea'), { column: 'amount', is: '=', value: 9 }],
      })
      expect(narrow).toMatchObject({ ids: idsAt(9), total: 1, exact: true })
      const place = { key: start + 3, id: 'pi_000003' }
      expect((await ask(store, { where: [word('tea')], after: place })).ids).toEqual(idsAt(2, 1, 0))
    })

    test('a search by very common words finds the few rows that have all of them, or none', async () => {
      const store = await open()
      const count = 7_000
      // Two rows at each moment, each with one of the two words.
      const noteOf = (index: number) =>
        index % 2 === 0 ? `tea${index % 1_000 === 0 ? ' sugar' : ''}` : 'cake sugar'
      const rows = await fill(store, count, (index) =>
        row(
          { ...madeUp(index, () => 0), amount: index, status: 'captured', description: noteOf(index) },
          {
            id: `pi_${String(index).padStart(6, '0')}`,
            created_at: start + Math.floor(index / 2),
            updated_at: start,
          },
        ),
      )
      const idsAt = (...at: readonly number[]) => at.map((index) => rows[index]?.id)
      const never = await ask(store, { where: [word('tea'), word('cake')] })
      expect(never).toMatchObject({ ids: [], total: 0, exact: true })
      const where = [word('tea'), word('sugar')]
      const sweet = await ask(store, { where })
      expect(sweet).toMatchObject({
        ids: idsAt(6000, 5000, 4000, 3000, 2000, 1000, 0),
        total: 7,
        exact: true,
      })
      const oldest = await ask(store, { where, sort: { column: 'created_at', direction: 'asc' }, limit: 2 })
      expect(oldest.ids).toEqual(idsAt(0, 1000))
      const second = await ask(store, { where, offset: 3, limit: 2 })
      expect(second.ids).toEqual(idsAt(3000, 2000))
      const place = { key: start + 2_500, id: 'pi_005000' }
      expect((await ask(store, { where, after: place })).ids).toEqual(idsAt(4000, 3000, 2000, 1000, 0))
      const since = { column: 'created_at', is: '>=', value: start + 1_500 } as const
      expect((await ask(store, { where: [...where, since] })).ids).toEqual(idsAt(6000, 5000, 4000, 3000))
      const captured = { column: 'status', is: '=', value: 'captured' } as const
      const large = { column: 'amount', is: '>=', value: 1_500 } as const
      const some = await ask(store, { where: [...where, captured, large] })
      expect(some).toMatchObject({ ids: idsAt(6000, 5000, 4000, 3000, 2000), total: 5, exact: true })
    })

    test.each([
      ['a filter', 7_200, [{ column: 'updated_at', is: '>', value: start } as const]],
      ['two words', 11_000, [word('tea'), word('sugar')]],
    ])(
      'a search by %s that matches no new rows but very many old ones never counts too many',
      async (_, count, where) => {
        const store = await open()
        // The rows read first do not match, and all rows read next do.
        const fits = (index: number) => index < 4_000
        await fill(store, count, (index) =>
          row(
            {
              ...madeUp(index, () => 0),
              description: fits(index) ? 'tea sugar' : index % 2 === 0 ? 'tea' : 'sugar',
            },
            {
              id: `pi_${String(index).padStart(6, '0')}`,
              created_at: start + index,
              updated_at: start + (fits(index) ? 1 : 0),
            },
          ),
        )
        const found = await ask(store, { where })
        expect(found.ids[0]).toBe('pi_003999')
        if (found.exact) expect(found.total).toBe(4_000)
        else expect(found.total).toBeLessThanOrEqual(4_000)
      },
    )

    test('a search by words in several accounts leaves out no account when another has very many entries', async () => {
      const store = await open()
      const idOf = (index: number) => `pi_${String(index).padStart(6, '0')}`
      // The matching rows of the first account come after thousands with only one word, and are newer than all of the
      // second account.
      const first = 7_000
      const both = (index: number) => index < 50 || index >= first
      await fill(store, first + 100, (index) =>
        row(
          {
            ...madeUp(index, () => 0),
            description: both(index) ? 'tea sugar' : index % 2 === 0 ? 'tea' : 'sugar',
          },
          {
            id: idOf(index),
            account_id: index < first ? account : second,
            created_at: start + (index < first ? 1_000 + index : index - first),
            updated_at: start,
          },
        ),
      )
      const where = [word('tea'), word('sugar')]
      const found = await ask(store, { accountIds: [account, second], where })
      expect(found.ids).toEqual(Array.from({ length: 10 }, (_, at) => idOf(49 - at)))
    })

    test('a search cannot be filtered or sorted by a column that does not exist', async () => {
      const store = await open()
      const sort = { column: 'id; DROP TABLE x', direction: 'asc' } as const
      await expect(ask(store, { sort })).rejects.toThrow()
      await expect(ask(store, { where: [{ column: '1 = 1 --', is: 'null' }] })).rejects.toThrow(
        'cannot be searched',
      )
    })

    test('a list of several accounts has the requested length, newest first in both directions', async () => {
      const store = await open()
      const rows = await mixed(store, 200, createRandom(3))
      const ids = [...rows]
        .sort((one, other) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1))
        .map(({ id }) => id)
      const at = (id: string | undefined) => {
        const found = rows.find((one) => one.id === id)
        if (found === undefined) throw new Error('no such row')
        return { created_at: found.created_at, id: found.id }
      }
      const list = async (query: object) =>
        (await store.list('payment_intent', { account_ids: [account, second], limit: 20, ...query })).map(
          ({ id }) => id,
        )
      expect(await list({})).toEqual(ids.slice(0, 20))
      expect(await list({ after: at(ids[49]) })).toEqual(ids.slice(50, 70))
      expect(await list({ before: at(ids[50]) })).toEqual(ids.slice(30, 50))
      expect(await list({ account_ids: [] })).toEqual([])
    })
  })
}
