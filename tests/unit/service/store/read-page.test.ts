import { describe, expect, test } from 'vitest'
import { countFitting, readPage } from '../../../../src-service/store/read-page.ts'
import type { Query, Row, Store } from '../../../../src-service/store/store.ts'

/** Entries of this many bytes as JSON. */
const entriesOf = (...bytes: readonly number[]): readonly string[] => bytes.map((one) => 'x'.repeat(one - 2))
const most = 1_048_576

describe('how many entries fit on a page', () => {
  test('all of them, up to exactly the maximum size', () => {
    expect(countFitting([])).toBe(0)
    expect(countFitting(entriesOf(10, 20, 30))).toBe(3)
    expect(countFitting(entriesOf(most / 2, most / 2))).toBe(2)
  })
  test('those before the one that would exceed it, even by a byte', () => {
    expect(countFitting(entriesOf(most / 2, most / 2 + 1))).toBe(1)
    expect(countFitting(entriesOf(most / 2, most / 2, 10, 10))).toBe(2)
  })
  test('at least one, however large', () => {
    expect(countFitting(entriesOf(most + 1, 10))).toBe(1)
    expect(countFitting(entriesOf(most + 1))).toBe(1)
  })
})

const rowOf = (id: string, document: object): Row =>
  ({ id, account_id: 'acct_1', created_at: '2026-03-01T12:00:00.000Z', document }) as unknown as Row
const rows = [
  rowOf('pmt_3', { status: 'captured', payment_intent_id: 'pi_1' }),
  rowOf('pmt_2', { status: 'declined', payment_intent_id: 'pi_1' }),
  rowOf('pmt_1', { status: 'captured', payment_intent_id: 'pi_2' }),
]

/** Holds the rows, and returns them all whatever the query asks for. */
const store = {
  find: async (_: string, id: string) => rows.find((row) => row.id === id) ?? null,
  list: async () => rows,
} as unknown as Pick<Store, 'find' | 'list'>

describe('a cursor', () => {
  const isAccepted = async (cursor: string, where: Query['where'], accountIds = ['acct_1']) =>
    (await readPage(store, { kind: 'payment', accountIds, where }, { starting_after: cursor })).ok
  const ofIntent = { column: 'payment_intent_id', is: '=', value: 'pi_1' } as const

  test('must belong to what the list is of, and to one of its accounts', async () => {
    expect(await isAccepted('pmt_3', [ofIntent])).toBe(true)
    expect(await isAccepted('pmt_1', [ofIntent])).toBe(false)
    expect(await isAccepted('pmt_3', [ofIntent], ['acct_2'])).toBe(false)
    expect(await isAccepted('pmt_9', [])).toBe(false)
  })
  test('stays valid when its row has left the list meanwhile, or is compared by more than equality', async () => {
    expect(await isAccepted('pmt_2', [{ column: 'status', is: '=', value: 'captured' }])).toBe(true)
    expect(await isAccepted('pmt_1', [{ column: 'payment_intent_id', is: '<', value: 'pi_0' }])).toBe(true)
  })
})
