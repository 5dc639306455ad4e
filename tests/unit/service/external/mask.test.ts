import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCardNumber, maskCardNumbers } from '../../../../src-service/external/mask.ts'

const cards = [
  '4111111111111111',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6011111111111117',
  '30569309025904',
  '3530111333300000',
  '4222222222222',
  '6304000000000000000',
]

/** Section 4.1: raw_response is the gateway's answer as it came; a card number in it is never kept. */
describe('what is kept of a gateway response', () => {
  test.each(cards)('a kept response quotes of %s only the first six and last four digits', (card) => {
    const kept = maskCardNumbers(`{"account":"${card}","respstat":"A"}`)
    const stars = '*'.repeat(card.length - 10)
    expect(kept).toBe(`{"account":"${card.slice(0, 6)}${stars}${card.slice(-4)}","respstat":"A"}`)
  })

  test.each([
    ['4111 1111 1111 1111', '4111 11** **** 1111'],
    ['4111-1111-1111-1111', '4111-11**-****-1111'],
    ['4111%201111%201111%201111', '4111%2011**%20****%201111'],
    ['3782 822463 10005', '3782 82**** *0005'],
    ['pan=4111111111111111&x=1', 'pan=411111******1111&x=1'],
    ['order00014111111111111111end', 'order0001411111******1111end'],
    ['99887741111111111111119988', '998877411111******11119988'],
  ])('a card number written as %s is masked', (text, kept) => {
    expect(maskCardNumbers(text)).toBe(kept)
  })

  test('a kept response has nothing else of the magnetic stripe', () => {
    const track2 = ';4111111111111111=30121011000012345678?'
    expect(maskCardNumbers(track2)).toBe(';411111******1111=[masked]?')
    const track1 = '%B4111111111111111^DOE/JANE^3012101100001234?'
    expect(maskCardNumbers(track1)).not.toMatch(/3012101100001234/)
  })

  test.each(['"cvv2":"123"', 'cvv=123', "'securityCode': '1234'", '"cvc": 123', '"pin":"1234"'])(
    'a kept response has no security code: %s',
    (text) => {
      expect(maskCardNumbers(text)).not.toMatch(/\d{3}/)
    },
  )

  test.each([
    '{"retref":"112233445566","authcode":"054321","amount":"12.34","resptext":"Approval"}',
    '{"cvvresp":"M","avsresp":"Y","token":"9418594164541112"}',
    '2026-01-31T12:00:00.000Z',
    'merchid 800000001234 batch 1900941444',
  ])('a response without a card is kept as it was: %s', (text) => {
    expect(maskCardNumbers(text)).toBe(text)
  })

  test('a kept response never holds a card number, whatever stands around it', () => {
    const around = fc.string({ maxLength: 30 }).filter((text) => !/\d/.test(text))
    const card = fc.constantFrom(...cards)
    const gap = fc.constantFrom('', ' ', '-')
    fc.assert(
      fc.property(around, card, gap, around, (before, number, separator, after) => {
        const written = number.replace(/(\d{4})(?=\d)/g, `$1${separator}`)
        const kept = maskCardNumbers(`${before}${written}${after}`)
        expect(kept.replace(/[ -]/g, '')).not.toContain(number)
      }),
    )
  })

  test('a response of any length is masked without stalling the service', () => {
    const started = performance.now()
    maskCardNumbers('4'.repeat(100_000))
    maskCardNumbers('4 '.repeat(50_000))
    maskCardNumbers('"cvv" '.repeat(16_000))
    maskCardNumbers(`*1111${'^a'.repeat(49_000)}`)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

test('a card number is recognized by its check digit', () => {
  for (const card of cards) expect(isCardNumber(card)).toBe(true)
  expect(isCardNumber('4111-1111-1111-1111')).toBe(true)
  expect(isCardNumber('4111111111111112')).toBe(false)
  expect(isCardNumber('external')).toBe(false)
})
