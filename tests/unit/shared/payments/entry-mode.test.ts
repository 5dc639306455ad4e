import { expect, test } from 'vitest'
import { isTap } from '../../../../src-shared/payments/entry-mode.ts'

test('only a card or phone at the contactless reader is a tap', () => {
  expect(isTap('Contactless')).toBe(true)
  expect(isTap('DigitalWallet')).toBe(true)
  for (const other of ['EMVContact', 'Swipe', 'FallbackSwipe', 'FallbackKeyed', 'keyed', null] as const) {
    expect(isTap(other)).toBe(false)
  }
})
