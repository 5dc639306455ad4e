import { describe, expect, test } from 'vitest'
import { cardKeyOf, openCard } from '../../../../src-service/vault/open-card.ts'
import { passesLuhn } from '../../../../src-shared/payments/luhn.ts'
import {
  type CardBinding,
  cardDataSchema,
  type EncryptedCard,
  encryptCard,
} from '../../../../src-shared/terminal/card-encryption.ts'
import {
  cardOf,
  cardTitle,
  cardWears,
  testCards,
  withWear,
} from '../../../../src-terminal/cards/test-cards.ts'
import { cardKey, testService } from '../device-harness.ts'

describe('the card tray', () => {
  test('each card has a valid number, matches the contract and has a name of its own', () => {
    const all = testCards.flatMap((card) => cardWears.map((wear) => withWear(card, wear)))
    expect(new Set(all.map(cardTitle)).size).toBe(all.length)
    for (const card of testCards) {
      expect(passesLuhn(card.number)).toBe(true)
      const { number, exp_month, exp_year, cvv, holder } = card
      cardDataSchema.parse({ number, exp_month, exp_year, cvv, name: holder })
    }
    const visa = cardOf('4111111111111111')
    expect(cardTitle(visa)).toBe('Visa credit ending 1111')
    expect(cardTitle(withWear(visa, 'worn chip'))).toBe('Visa credit ending 1111, worn chip')
  })

  test('a number that is not in the tray is a plain card of the brand that its digits indicate', () => {
    expect(cardOf('371449635398431')).toMatchObject({ brand: 'Amex', number: '371449635398431' })
  })
})

describe('card encryption', () => {
  const card = { number: '4111111111111111', exp_month: '12', exp_year: '2034', pin: '1234' }

  const binding = { commandId: 'cmd_1', hsn: 'VT-0001', amount: 1200, currency: 'USD', asked: '' }
  const { publicKey } = testService
  const open = (message: EncryptedCard, changed: Partial<CardBinding> = {}) =>
    openCard(message, cardKey, { ...binding, ...changed })

  test.each([
    ['another command', { commandId: 'cmd_2' }],
    ['another terminal', { hsn: 'VT-0002' }],
    ['another amount', { amount: 120_000 }],
    ['an amount that was not shown', { amount: null }],
    ['another currency', { currency: 'CAD' }],
    ['another question', { asked: '[]' }],
  ])('a card that was read for one command cannot be decrypted for %s', async (_, changed) => {
    const message = await encryptCard(card, publicKey, binding)
    expect(() => open(message, changed)).toThrow()
    expect(() => open({ ...message, key_id: 'tk_other' })).toThrow()
  })

  test('a card that the terminal encrypts is decrypted by the service', async () => {
    expect(open(await encryptCard(card, publicKey, binding))).toEqual(card)
  })

  test('the same card is encrypted differently each time, and its number is not in the result', async () => {
    const [first, second] = [
      await encryptCard(card, publicKey, binding),
      await encryptCard(card, publicKey, binding),
    ]
    expect(first.ciphertext).not.toBe(second.ciphertext)
    expect(Buffer.from(first.ciphertext, 'base64').toString('latin1')).not.toContain(card.number)
  })

  test('a changed message and another key are refused', async () => {
    const message = await encryptCard(card, publicKey, binding)
    const bytes = Buffer.from(message.ciphertext, 'base64')
    bytes[0] = (bytes[0] ?? 0) ^ 1
    expect(() => open({ ...message, ciphertext: bytes.toString('base64') })).toThrow()
    // A shortened authentication tag would be easier to guess.
    const cut = bytes.subarray(0, -1).toString('base64')
    for (const ciphertext of ['', 'AAAA', cut]) expect(() => open({ ...message, ciphertext })).toThrow()
    const point = Buffer.from(message.ephemeral_key, 'base64')
    point[64] = (point[64] ?? 0) ^ 1
    for (const one of [point, point.subarray(0, 33), Buffer.alloc(65), Buffer.alloc(0)])
      expect(() => open({ ...message, ephemeral_key: one.toString('base64') })).toThrow()
    const other = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const otherKey = cardKeyOf(new Uint8Array(await crypto.subtle.exportKey('pkcs8', other.privateKey)))
    expect(() => openCard(message, otherKey, binding)).toThrow()
  })
})
