import { describe, expect, test } from 'vitest'
import type { Row, Store, Write } from '../../../../src-service/store/store.ts'
import { account, asRead, insert, intentDocument, paymentDocument, row } from './store-samples.ts'

/**
 * Reading rows together in one statement, in every engine; `store` is the one under test, opened anew for each test.
 */
export function describeTogether(store: () => Store): void {
  const commit = async (write: Write) => {
    expect((await store().commit({ writes: [write] })).ok).toBe(true)
  }
  const insertIntent = async (): Promise<Row> => {
    const inserted = row(intentDocument())
    await commit(insert('payment_intent', inserted))
    return inserted
  }

  describe('rows read together', () => {
    test('the store returns several rows together, including rows that are named by another one', async () => {
      const intent = await insertIntent()
      const payment = row(paymentDocument(intent.id))
      await commit(insert('payment', payment))
      const wanted = (paymentId: string, accountId: string) =>
        store().together([
          { kind: 'payment', accountId, is: paymentId },
          { kind: 'payment_intent', accountId, is: { of: 0, column: 'payment_intent_id' } },
          { kind: 'payment', accountId, by: 'payment_intent_id', is: { of: 1, column: 'id' } },
          { kind: 'payment_intent', is: intent.id },
        ])
      const [asPayment, asIntent] = [asRead(payment), asRead(intent)]
      expect(await wanted(payment.id, account)).toEqual([asPayment, asIntent, asPayment, asIntent])
      expect(await wanted('pay_none', account)).toEqual([null, null, null, asIntent])
      expect(await wanted(payment.id, 'acct_other')).toEqual([null, null, null, asIntent])
    })

    test('each of many simultaneous reads gets its own rows', async () => {
      const intents = await Promise.all(Array.from({ length: 70 }, insertIntent))
      const found = await Promise.all(
        intents.flatMap(({ id }) => [
          store().get('payment_intent', account, id),
          store().get('payment_intent', 'acct_other', id),
          store().find('payment_intent', id),
          store().together([
            { kind: 'payment_intent', accountId: account, is: id },
            { kind: 'payment', accountId: account, by: 'payment_intent_id', is: { of: 0, column: 'id' } },
          ]),
        ]),
      )
      const expected = intents.flatMap((intent) => {
        const read = asRead(intent)
        return [read, null, read, [read, null]]
      })
      expect(found).toEqual(expected)
    })

    test('simultaneous reads do not affect each other, even with invalid ids', async () => {
      const intent = await insertIntent()
      const strange = [
        '',
        'NULL',
        '{',
        '}',
        ',',
        '"',
        '\\',
        "'",
        '\0',
        '\uD800',
        '\uDC00\uD800',
        '\u{1F4B3}',
        'x'.repeat(1_000_000),
      ]
      const ids = strange.flatMap((id) => [id, intent.id, `${intent.id}${id}`.slice(id === '' ? 1 : 0)])
      const found = await Promise.all(ids.map((id) => store().get('payment_intent', account, id)))
      expect(found).toEqual(ids.map((id) => (id === intent.id ? asRead(intent) : null)))
    })

    test('of several rows with the same value the store returns the newest', async () => {
      const intent = await insertIntent()
      const [first, second] = [0, 1].map((age) =>
        row(paymentDocument(intent.id, { status: 'failed' }), { created_at: 1_000 + age }),
      )
      for (const payment of [second, first]) {
        if (payment !== undefined) await commit(insert('payment', payment))
      }
      const found = await store().together([
        { kind: 'payment', accountId: account, by: 'payment_intent_id', is: intent.id },
      ])
      expect(found.map((one) => one?.id)).toEqual([second?.id])
    })
  })
}
