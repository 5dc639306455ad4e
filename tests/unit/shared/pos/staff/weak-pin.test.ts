import { expect, test } from 'vitest'
import { pinWeakness } from '../../../../../src-shared/pos/staff/weak-pin.ts'

test.each([
  ['000000', 'repeated'],
  ['11111111', 'repeated'],
  ['121212', 'repeated'],
  ['123123', 'repeated'],
  ['123456', 'sequence'],
  ['654321', 'sequence'],
  ['890123', 'sequence'],
  ['1234', 'sequence'],
  ['147258', 'common'],
  ['112233', 'common'],
] as const)('the PIN %s is weak: %s', (pin, weakness) => {
  expect(pinWeakness(pin)).toBe(weakness)
})

test.each(['314159', '246810', '13571357', '902817'])('the PIN %s is accepted', (pin) => {
  expect(pinWeakness(pin)).toBeNull()
})
