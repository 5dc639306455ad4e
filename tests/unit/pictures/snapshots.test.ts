import { describe, expect, test } from 'vitest'
import { saleStateSchema } from '../../../src-shared/pos/sale/sale.ts'
import { snapshotSchema } from '../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import { stretched } from '../../pictures/stretched.ts'

describe('the snapshots that pictures and screen tests are made from', () => {
  test.each(Object.entries(snapshots))(
    '%s is a snapshot that main could send, stretched or not',
    (_name, snapshot) => {
      expect(snapshotSchema.parse(snapshot)).toEqual(snapshot)
      expect(snapshotSchema.safeParse(stretched(snapshot)).success).toBe(true)
    },
  )

  test('show every state of a sale', () => {
    const shown = new Set<string>(Object.values(snapshots).map(({ sale }) => sale.kind))
    const states = saleStateSchema.options.map((option) => option.shape.kind.value)
    expect(states.filter((kind) => !shown.has(kind))).toEqual([])
  })
})
