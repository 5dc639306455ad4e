import { expect, onTestFinished, test } from 'vitest'
import { nextRow, updateOf } from '../../../../src-service/store/row-writes.ts'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import { startWriter } from '../../../../src-service/store/sqlite/writer.ts'
import { putEmptyDatabase } from '../../../support/sqlite-store.ts'
import { eventsIn, temporaryFile } from './sqlite-files.ts'
import { describeStore } from './store-conformance.ts'
import { insert, intentDocument, row, start } from './store-samples.ts'

/** The store of the stand-alone service, with a writer thread. */
const lost = (error: Error): never => {
  throw error
}
const openWithWriter = (file: string) =>
  createSqliteStore(file, { startWriter: (written) => startWriter(written, lost) })

/** A database of a service that runs alone. */
function preparedFile() {
  const made = temporaryFile()
  putEmptyDatabase(made.file)
  return made
}

describeStore('SQLite, written by a thread of its own', async () => {
  const { file, remove } = preparedFile()
  return {
    open: async () => openWithWriter(file),
    events: async () => eventsIn(file),
    destroy: async () => remove(),
  }
})

test('the thread refuses the conflicting sets of a group, and writes all others', async () => {
  const { file, remove } = preparedFile()
  onTestFinished(remove)
  const store = openWithWriter(file)
  const first = row(intentDocument({ amount: 1 }))
  await store.commit({ writes: [insert('payment_intent', first)] })
  // Sent together; every fifth expects a version that the row never had.
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      store.commit({
        writes: [
          insert('payment_intent', row(intentDocument(), { id: `pi_of_${index}` })),
          ...(index % 5 === 0
            ? [updateOf('payment_intent', nextRow({ ...first, version: 7 }, first.document, start))]
            : []),
        ],
      }),
    ),
  )
  expect(outcomes.map(({ ok }) => ok)).toEqual(outcomes.map((_, index) => index % 5 !== 0))
  const kept = await store.list<object>('payment_intent', { limit: 100 })
  expect(kept).toHaveLength(1 + 40)
  await store.close()
})

test('a set that cannot be sent to the thread fails alone, and the service continues', async () => {
  const { file, remove } = preparedFile()
  onTestFinished(remove)
  const writer = startWriter(file, lost)
  const setOf = (id: string, created_at: unknown) => ({
    idempotency: undefined,
    steps: [
      {
        sql: 'INSERT INTO idempotency_records (scope, fingerprint, created_at) VALUES (?, ?, ?)',
        values: [id, 'of the body', created_at as number],
      },
    ],
  })
  const before = writer.write(setOf('before', 1))
  const rotten = writer.write(setOf('rotten', () => 1))
  const after = writer.write(setOf('after', 2))
  await expect(rotten).rejects.toThrow('could not be cloned')
  expect(await Promise.all([before, after])).toEqual([
    { ok: true, value: 1 },
    { ok: true, value: 1 },
  ])
  expect(await writer.write(setOf('later', 3))).toEqual({ ok: true, value: 1 })
  await writer.close()
})

test('the thread accepts nothing after the store is closed, and has written everything from before', async () => {
  const { file, remove } = preparedFile()
  onTestFinished(remove)
  const store = openWithWriter(file)
  const written = store.commit({ writes: [insert('payment_intent', row(intentDocument()))] })
  const closed = store.close()
  await expect(store.commit({ writes: [insert('payment_intent', row(intentDocument()))] })).rejects.toThrow(
    'the database is closed',
  )
  expect(await written).toEqual({ ok: true })
  await closed
  const again = openWithWriter(file)
  expect(await again.list('payment_intent', { limit: 10 })).toHaveLength(1)
  await again.close()
})
