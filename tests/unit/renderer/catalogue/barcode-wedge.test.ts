import { expect, test } from 'vitest'
import {
  type Burst,
  endedByEnter,
  endedBySilence,
  noBurst,
  withKey,
} from '../../../../src-renderer/catalogue/barcode-wedge.ts'

/** Types `text` with `gap` ms between two keys. */
function typed(text: string, gap: number): { readonly burst: Burst; readonly at: number } {
  let burst = noBurst
  let at = 1_000
  for (const key of text) {
    at += gap
    burst = withKey(burst, key, at)
  }
  return { burst, at }
}

test('keys that come faster than a person types and end with Enter are a barcode', () => {
  const { burst, at } = typed('4006381333931', 8)
  expect(endedByEnter(burst, at + 8)).toBe('4006381333931')
})

test('a barcode without Enter is recognised by the silence after it', () => {
  expect(endedBySilence(typed('ABC-12345', 12).burst)).toBe('ABC-12345')
})

test('an amount typed by hand is not a barcode, and its Enter charges', () => {
  const { burst, at } = typed('1250', 90)
  expect(burst.text).toBe('0')
  expect(endedByEnter(burst, at + 90)).toBeNull()
  expect(endedBySilence(burst)).toBeNull()
})

test('a few keys pressed at nearly the same time are not a barcode', () => {
  const { burst, at } = typed('125', 5)
  expect(endedByEnter(burst, at + 5)).toBeNull()
})

test('an Enter that comes later than a scanner would send it was pressed by hand', () => {
  const { burst, at } = typed('4006381333931', 8)
  expect(endedByEnter(burst, at + 300)).toBeNull()
})

test('a scan after typed digits starts a new sequence', () => {
  const { burst, at } = typed('12', 120)
  let next = burst
  for (const [index, key] of [...'99887766'].entries()) next = withKey(next, key, at + 200 + index * 10)
  expect(endedBySilence(next)).toBe('99887766')
})
