import { expect, test } from 'vitest'
import { anyField, wordFields } from '../../../../src-service/store/intent-words.ts'
import type { Store, Write } from '../../../../src-service/store/store.ts'
import { account, insert, intentDocument, row } from './store-samples.ts'

/** What every engine does with the words that an update removes; a part of `describeSearch`. */
export function testRemovedWords(open: () => Promise<Store>): void {
  test('a word that people removed is no longer found, and one of an earlier attempt still is', async () => {
    const store = await open()
    const document = (description: string, changes: object = {}) => ({
      ...{ ...intentDocument(), description },
      ...changes,
    })
    const paid = (last_four_digits: string) => ({
      latest_payment: { payment_method: { card: { brand: 'Visa', last_four_digits } } },
    })
    for (const id of ['pi_0', 'pi_1']) {
      const written = row(document('Ada Novak 4242 tea', paid('4242')), { id })
      await store.commit({ writes: [insert('payment_intent', written)] })
    }
    const ids = async (value: string, fields: number = anyField) =>
      (
        await store.search('payment_intent', {
          ...{ accountIds: [account], where: [{ column: 'words', is: 'has', value, fields }] },
          ...{ sort: { column: 'created_at', direction: 'desc' }, offset: 0, limit: 10 },
        })
      ).rows
        .map(({ id }) => id)
        .join()
    const update = async (changed: object): Promise<void> => {
      const read = await store.find('payment_intent', 'pi_0')
      if (read === null) throw new Error('no row')
      const next = { ...read, version: read.version + 1, document: changed }
      const writes: readonly Write[] = [{ op: 'update', kind: 'payment_intent', row: next }]
      expect((await store.commit({ writes })).ok).toBe(true)
    }
    const { note, last_four, cashier } = wordFields
    expect([await ids('novak'), await ids('4242', note)]).toEqual(['pi_1,pi_0', 'pi_1,pi_0'])
    await update(document('coffee', { ...paid('1881'), user_fields: { cashier: 'Tea' } }))
    expect([await ids('novak'), await ids('ada'), await ids('coffee')]).toEqual(['pi_1', 'pi_1', 'pi_0'])
    expect([await ids('tea', note), await ids('tea', cashier)]).toEqual(['pi_1', 'pi_0'])
    expect([await ids('4242', note), await ids('4242', last_four)]).toEqual(['pi_1', 'pi_1,pi_0'])
    await update(document('coffee', paid('1881')))
    expect([await ids('tea'), await ids('coffee')]).toEqual(['pi_1', 'pi_0'])
    // Back again, also as a word that another field has.
    await update(document('visa tea', paid('1881')))
    expect([await ids('tea', note), await ids('visa', note), await ids('coffee')]).toEqual([
      'pi_1,pi_0',
      'pi_0',
      '',
    ])
  })
}
