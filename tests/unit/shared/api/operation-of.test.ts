import { expect, test } from 'vitest'
import { operationOf } from '../../../../src-shared/api/operation-of.ts'
import { operationEntries } from '../../../../src-shared/api/operations.ts'

test('each operation of the contract is found in the files of its resource, also a second time', async () => {
  for (const [name, row] of operationEntries) {
    expect(await operationOf(name), name).toBe(row)
    expect(await operationOf(name), `${name} again`).toBe(row)
  }
})
