import { describe, expect, test } from 'vitest'
import { passesLuhn } from '../../../../src-shared/payments/luhn.ts'
import {
  type CardBinding,
  cardDataSchema,
  decryptCard,
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
import { testService } from '../device-harness.ts'

describe('the card tray', () => {
  test('each card has a valid number, fits the contract and has a name of its own', () => {
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

  test('a number that is not in the tray is a plain card of the brand of its digits', () => {
    expect(cardOf('371449635398431')).toMatchObject({ brand: 'Amex', number: '371449635398431' })
  })
})

describe('card encryption', () => {
  const card = { number: '4111111111111111', exp_month: '12', exp_year: '2034', pin: '1234' }

  const binding = { commandId: 'cmd_1', hsn: 'VT-0001', amount: 1200, currency: 'USD', asked: '' }
  const { publicKey, privateKey } = testService
  const open = (message: EncryptedCard, changed: Partial<CardBinding> = {}) =>
    decryptCard(message, privateKey, { ...binding, ...changed })

  test.each([
    ['another command', { commandId: 'cmd_2' }],
    ['another terminal', { hsn: 'VT-0002' }],
    ['another amount', { amount: 120_000 }],
    ['an amount that was not shown', { amount: null }],
    ['another currency', { currency: 'CAD' }],
    ['another question', { asked: '[]' }],
  ])('a card that was read for one command does not open for %s', async (_, changed) => {
    const message = await encryptCard(card, publicKey, binding)
    await expect(open(message, changed)).rejects.toThrow()
    await expect(open({ ...message, key_id: 'tk_other' })).rejects.toThrow()
  })

  test('a card that the terminal encrypts is decrypted by the service', async () => {
    expect(await open(await encryptCard(card, publicKey, binding))).toEqual(card)
  })

  test('the same card never looks the same twice, and its number is not in it', async () => {
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
    await expect(open({ ...message, ciphertext: bytes.toString('base64') })).rejects.toThrow()
    const other = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    await expect(decryptCard(message, other.privateKey, binding)).rejects.toThrow()
  })
})
