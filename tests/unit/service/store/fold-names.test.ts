import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, onTestFinished, test } from 'vitest'
import { startFolding } from '../../../../src-service/store/fold-names.ts'
import { foldedName } from '../../../../src-service/store/name-columns.ts'
import { firstRow, nextRow, updateOf } from '../../../../src-service/store/row-writes.ts'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { intentDocument } from './store-samples.ts'

test('names written by a former version are found by a part of them after a start, in every alphabet', async () => {
  const file = join(await temporaryFolder('fold'), 'service.db')
  const before = createSqliteStore(file)
  const application = (id: string, name: string | null) =>
    firstRow('ten_1', id, { id, business_id: 'bus_1', status: 'DRAFT', name, company: null }, 5)
  const location = (id: string, name: string) => firstRow('ten_1', id, { id, business_id: 'bus_1', name }, 5)
  const many = Array.from({ length: 120 }, (_, at) => application(`app_${at}`, `Shop ${at}`))
  const rows = [...many, application('app_cafe', 'CAFÉ Ñandú'), application('app_none', null)]
  await before.commit({
    writes: [
      ...rows.map((row) => ({ op: 'insert' as const, kind: 'application' as const, row })),
      { op: 'insert', kind: 'location', row: location('loc_1', 'ÉCLAIR Ψ') },
    ],
  })
  await before.close()
  // As versions before 33 left the names, and as 33 did with capitals of alphabets that it does not know.
  const database = new Libsql(file)
  database.exec(
    "UPDATE applications SET names = '', folded = 0; UPDATE locations SET name = 'ÉclaIR Ψ', folded = 0",
  )
  database.close()

  const store = createSqliteStore(file)
  onTestFinished(() => store.close())
  const found = async (kind: 'application' | 'location', part: string) => {
    const column = kind === 'application' ? 'names' : 'name'
    const where = [{ column, is: 'contains' as const, value: foldedName(part) }]
    return (await store.list(kind, { account_id: 'ten_1', where, limit: 10 })).map(({ id }) => id)
  }
  expect(await found('application', 'café ñ')).toEqual([])
  const stop = startFolding({ store, clock: createClock(), log: silentLog })
  onTestFinished(stop)
  await expect.poll(() => found('location', 'éclair ψ')).toEqual(['loc_1'])
  expect(await found('application', 'Café Ñ')).toEqual(['app_cafe'])
  expect(await found('application', 'shop 117')).toEqual(['app_117'])
  const unmarked = { where: [{ column: 'folded', is: '=', value: 0 }], limit: 10 } as const
  expect(await store.list('application', unmarked)).toEqual([])
  const kept = await store.get<{ name: string }>('application', 'ten_1', 'app_cafe')
  expect(kept).toMatchObject({ document: { name: 'CAFÉ Ñandú' }, updated_at: 5 })
})

test('intents written by a former version are found by their words after a start, and are otherwise unchanged', async () => {
  const file = join(await temporaryFolder('fold'), 'service.db')
  const before = createSqliteStore(file)
  const rows = [...Array(120).keys()].map((at) =>
    firstRow('acct_1', `pi_${at}`, { ...intentDocument(), description: `Table ${at}` }, 5 + at),
  )
  await before.commit({
    writes: rows.map((row) => ({ op: 'insert' as const, kind: 'payment_intent' as const, row })),
  })
  await before.close()
  const database = new Libsql(file)
  database.exec('UPDATE payment_intents SET folded = NULL; DELETE FROM payment_intent_words')
  database.close()

  const store = createSqliteStore(file)
  onTestFinished(() => store.close())
  const found = async (value: string) => {
    const where = [{ column: 'words', is: 'has', value, fields: 255 }] as const
    const sort = { column: 'created_at', direction: 'desc' } as const
    const search = { accountIds: ['acct_1'], where, sort, offset: 0, limit: 5 }
    return (await store.search('payment_intent', search)).rows.map(({ id }) => id)
  }
  expect(await found('117')).toEqual([])
  const change = async (id: string, fields: object) => {
    const row = await store.get<object>('payment_intent', 'acct_1', id)
    if (row === null) throw new Error(`no ${id}`)
    const changed = nextRow(row, { ...row.document, ...fields }, row.updated_at)
    expect((await store.commit({ writes: [updateOf('payment_intent', changed)] })).ok).toBe(true)
  }
  // When the words change, all are written; otherwise they are left to the folding pass.
  await change('pi_117', { description: 'Terrace 117' })
  await change('pi_0', { amount: 1 })
  expect([await found('terrace'), await found('117'), await found('0')]).toEqual([['pi_117'], ['pi_117'], []])
  onTestFinished(startFolding({ store, clock: createClock(), log: silentLog }))
  await expect.poll(() => found('0')).toEqual(['pi_0'])
  expect(await found('117')).toEqual(['pi_117'])
  expect(await found('table')).toEqual(['pi_119', 'pi_118', 'pi_116', 'pi_115', 'pi_114'])
  expect(await store.get('payment_intent', 'acct_1', 'pi_7')).toMatchObject({
    updated_at: 12,
    document: rows[7]?.document,
  })
})
