import { expect, test } from 'vitest'
import { isTap } from '../../../../src-shared/payments/entry-mode.ts'

test('a card or a phone at the contactless reader is a tap; nothing else is', () => {
  expect(isTap('Contactless')).toBe(true)
  expect(isTap('DigitalWallet')).toBe(true)
  for (const other of ['EMVContact', 'Swipe', 'FallbackSwipe', 'FallbackKeyed', 'keyed', null] as const) {
    expect(isTap(other)).toBe(false)
  }
})
