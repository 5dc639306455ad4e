import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSource } from '../../../../src-service/move/sqlite-source.ts'
import { whatIsMoved } from '../../../../src-service/move/what-is-moved.ts'
import { tables } from '../../../../src-service/store/tables.ts'
import { putEmptyDatabase } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function schemaOfThisProgram() {
  const folder = await temporaryFolder('what-is-moved')
  const file = join(folder, 'service.db')
  putEmptyDatabase(file)
  const source = openSource(file, folder, 1)
  try {
    return source.schema()
  } finally {
    source.close()
  }
}

const namesOf = (moved: ReturnType<typeof whatIsMoved>) => moved.map(({ name }) => name)

test('every table is moved with every column, except the migrations list and what events hold themselves', async () => {
  const schema = await schemaOfThisProgram()
  const moved = whatIsMoved(schema, schema)
  expect(new Set([...namesOf(moved), 'migrations', 'event_copies'])).toEqual(new Set(schema.keys()))
  expect(namesOf(moved)).toEqual(expect.arrayContaining(Object.values(tables).map(({ name }) => name)))
  for (const { name, columns } of moved) expect(columns, name).toEqual(schema.get(name))
})

test('a table that a later migration adds is moved too', () => {
  const schema = new Map([
    ['migrations', ['number', 'name']],
    ['parcels', ['id', 'weight']],
  ])
  const [parcels, ...others] = whatIsMoved(schema, schema)
  expect(parcels).toMatchObject({ name: 'parcels', columns: ['id', 'weight'] })
  expect(others).toEqual([])
})

test('databases with different tables are not moved', () => {
  const one = new Map([['parcels', ['id', 'weight']]])
  expect(() => whatIsMoved(one, new Map())).toThrow('differ in their tables parcels')
  expect(() => whatIsMoved(one, new Map([['parcels', ['id', 'length']]]))).toThrow('parcels')
  expect(whatIsMoved(one, new Map([['parcels', ['weight', 'id']]]))).toHaveLength(1)
})
