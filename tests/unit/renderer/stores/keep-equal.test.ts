import { describe, expect, test } from 'vitest'
import { keepEqual } from '../../../../src-renderer/stores/keep-equal.ts'

const copy = <Value>(value: Value): Value => structuredClone(value)

describe('merging a new value with the previous one', () => {
  const before = {
    sale: { kind: 'ready' },
    lines: [
      { id: 'a', quantity: 1 },
      { id: 'b', quantity: 2 },
    ],
    customer: null,
  }

  test('returns the previous object when nothing differs', () => {
    expect(keepEqual(before, copy(before))).toBe(before)
  })

  test('keeps the previous parts that are equal, and only those', () => {
    const after = keepEqual(before, {
      ...copy(before),
      lines: [
        { id: 'a', quantity: 1 },
        { id: 'b', quantity: 3 },
      ],
    })
    expect(after.sale).toBe(before.sale)
    expect(after.lines).not.toBe(before.lines)
    expect(after.lines[0]).toBe(before.lines[0])
    expect(after.lines[1]).toEqual({ id: 'b', quantity: 3 })
  })

  test('returns the new value when its length, type or keys differ', () => {
    for (const after of [
      { ...before, lines: [...before.lines, { id: 'c', quantity: 1 }] },
      { ...before, lines: before.lines.slice(0, 1) },
      { ...before, lines: {} },
      { ...before, lines: null },
      { ...before, customer: { id: 'x' } },
      { sale: before.sale, lines: before.lines },
      { ...before, more: undefined },
    ]) {
      const kept = keepEqual(before, copy(after))
      expect(kept).toStrictEqual(after)
      expect(kept).not.toBe(before)
    }
  })

  test('returns the new value when there was none before', () => {
    expect(keepEqual(null, before)).toBe(before)
    expect(keepEqual(before, null)).toBeNull()
  })
})
