import { expect, test } from 'vitest'
import { filledIn } from '../../../scripts/lib/custom-media.mjs'

const source = `/* Words. */
@custom-media --wide (min-width: 1000px) or
  (orientation: landscape);`

test('a condition that is named is filled in, also within another one', () => {
  expect(filledIn('(--wide)', source)).toBe('((min-width: 1000px) or (orientation: landscape))')
  expect(filledIn('not (--wide)', source)).toBe('not ((min-width: 1000px) or (orientation: landscape))')
  expect(filledIn('(max-width: 559.98px)', source)).toBe('(max-width: 559.98px)')
})

test('a condition that is not named stops the build', () => {
  expect(() => filledIn('(--wider)', source)).toThrow('--wider')
})
