import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsCardNumber, isCardNumber } from '../../../../src-service/external/card-numbers.ts'
import { amountIn, keptRawResponse } from '../../../../src-service/external/raw-response.ts'

const cards = [
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '30569309025904',
  '6011111111111117',
]

describe('the stored part of a gateway response', () => {
  test('a stored response has the known fields, from JSON and from a form', () => {
    const text =
      '{"retref":"112233445566","authcode":"054321","amount":"12.34","resptext":"Approval","account":"x","track":"y"}'
    expect(JSON.parse(keptRawResponse(text))).toEqual({
      retref: '112233445566',
      authcode: '054321',
      amount: '12.34',
      resptext: 'Approval',
    })
    expect(keptRawResponse('retref=112233445566&account=4111111111111111&cvv=123')).toBe(
      '{"retref":"112233445566"}',
    )
  })

  test.each([
    '4111111111111111',
    '%B4111111111111111^TORRES/ANA^30011010000?',
    '<account>4111111111111111</account>',
    '["4111111111111111"]',
    '"4111111111111111"',
    '{"retref":',
    '',
  ])('a response without fields is dropped completely: %s', (text) => {
    expect(keptRawResponse(text)).toBe('{}')
  })

  test.each([
    '4111\\n1111\\n1111\\n1111',
    '4111:1111:1111:1111',
    '4111,1111,1111,1111',
    '4111%2D1111%2D1111%2D1111',
    '４１１１１１１１１１１１１１１１',
    'card 4111 1111 1111 1111 declined',
    '4111111111111111D30011010000',
    '99887741111111111111119988',
  ])('a known field that contains a card number written as %s is dropped', (value) => {
    expect(keptRawResponse(`{"resptext":"${value}","respcode":"00"}`)).toBe('{"respcode":"00"}')
  })

  test('nested objects, lists and unknown names are dropped, whatever they contain', () => {
    const text = '{"card":{"amount":1},"retref":["1"],"securityCode":"123","CVV2":"123","respstat":"A"}'
    expect(keptRawResponse(text)).toBe('{"respstat":"A"}')
  })

  test('a stored response never contains a card number, whatever surrounds it', () => {
    const separators = fc.constantFrom('', ' ', '-', '.', ':', ',', '/', '_', '+', '\n', '%20')
    const field = fc.constantFrom('resptext', 'retref', 'message', 'account', 'transaction_id')
    fc.assert(
      fc.property(
        fc.constantFrom(...cards),
        separators,
        field,
        fc.string(),
        (card, separator, name, around) => {
          const written = [...card].join(separator)
          const kept = keptRawResponse(JSON.stringify({ [name]: `${around}${written}`, amount: 5 }))
          expect(kept.replace(/\D/g, '')).not.toContain(card)
        },
      ),
    )
  })

  test('times, references and numbers are stored unchanged', () => {
    const fields = {
      created_at: '2026-01-31T12:00:00.000Z',
      merchid: '800000001234',
      batch: 1900941444,
      amount: 12.5,
    }
    expect(JSON.parse(keptRawResponse(JSON.stringify(fields)))).toEqual(fields)
  })
})

test.each(cards)('a card number is recognized, alone and within other digits: %s', (card) => {
  expect(isCardNumber(card)).toBe(true)
  expect(holdsCardNumber(`0001${card}99`)).toBe(true)
  expect(isCardNumber(`${card.slice(0, -1)}${(Number(card.at(-1)) + 1) % 10}`)).toBe(false)
})

describe('the amount in a gateway response', () => {
  test.each([
    ['{"amount":"12.34"}', 1234],
    ['{"amount":1234}', 1234],
    ['{"amount": 12.00, "retref": "1"}', 1200],
    ['{"amount":"1234"}', 1234],
    ['amount=12.34&retref=1', 1234],
    ['{"amount":5,"detail":{"amount":5}}', 5],
    ['{"amount":"1,000.00"}', 100_000],
    ['{"amount":"12,345,678.90","retref":"1"}', 1_234_567_890],
    ['{"amount":"12.34 USD"}', 1234],
    ['{"amount":"12.34USD"}', 1234],
  ])('an amount is read from %s', (text, amount) => {
    expect(amountIn(text)).toBe(amount)
  })

  test.each([
    ['no amount', '{"retref":"1"}'],
    ['zero', '{"amount":0}'],
    ['two different amounts', '{"amount":5,"detail":{"amount":6}}'],
    ['the amount of a nested object', '{"detail":{"amount":6}}'],
    ['words', '{"amount":"twelve"}'],
    ['one decimal', '{"amount":"12.5"}'],
    ['a negative amount', '{"amount":-5}'],
    ['a separator without decimals', '{"amount":"1,000"}'],
    ['a decimal comma', '{"amount":"12,34"}'],
    ['groups of other lengths', '{"amount":"1,00.00"}'],
    ['groups with spaces', '{"amount":"1 000.00"}'],
    ['groups with apostrophes', '{"amount":"1\'000.00"}'],
    ['groups with typographic apostrophes', '{"amount":"1’000.00"}'],
    ['groups with underscores', '{"amount":"1_000"}'],
    ['a range', '{"amount":"12-34"}'],
    ['groups with points', '{"amount":"1.000,00"}'],
    ['an exponent', '{"amount":1e3}'],
    ['an encoded comma', 'amount=1%2C000.00'],
    ['an escaped comma', '{"amount":"1\\u002c000.00"}'],
    ['text that is not JSON', 'refunded 12.34'],
    ['more than the maximum amount', '{"amount":99999999999999999}'],
  ])('an amount is not guessed from %s', (_, text) => {
    expect(amountIn(text)).toBeNull()
  })
})
