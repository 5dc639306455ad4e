import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createIdSource, type IdKind, idPrefixes } from '../../../../src-shared/ids.ts'
import { cardDataPath, holdsCardData, holdsCardInHex } from '../../../../src-shared/payments/card-data.ts'
import { passesLuhn } from '../../../../src-shared/payments/luhn.ts'

const numbers = [
  '4111111111111111',
  '4000000000000000006',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '30569309025904',
  '6011111111111117',
  '3530111333300000',
  '6200000000000005',
]

/** A Visa, Mastercard, Amex or Discover number with a valid check digit. */
const cardNumber = fc
  .constantFrom(
    { begins: '4', length: 16 },
    { begins: '53', length: 16 },
    { begins: '37', length: 15 },
    { begins: '6011', length: 16 },
  )
  .chain(({ begins, length }) => {
    const open = length - begins.length - 1
    return fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: open, maxLength: open })
      .map((digits) => begins + digits.join(''))
  })
  .map((digits) => {
    const check = [...'0123456789'].find((digit) => passesLuhn(digits + digit))
    return digits + check
  })

const inFours = (number: string, separator: string): string => (number.match(/.{1,4}/g) ?? []).join(separator)
const digitsFrom = (number: string, zero: number): string =>
  [...number].map((digit) => String.fromCodePoint(zero + Number(digit))).join('')

describe('a card number in free text is found', () => {
  test.each(numbers)('a card number is found alone and between words: %s', (number) => {
    for (const text of [
      number,
      `call about ${number} please`,
      `no.${number},exp 12/30`,
      `card${number}x`,
      `1 x ${number}`,
    ])
      expect(holdsCardData(text), text).toBe(true)
  })

  test('a card number is found with any separator between its groups', () => {
    fc.assert(
      fc.property(
        cardNumber,
        fc.constantFrom(
          ' ',
          '-',
          '.',
          ',',
          ':',
          '/',
          '_',
          '\n',
          '\r\n',
          '\t',
          '\u00a0',
          '\u2013',
          ' - ',
          '%2D',
          '%20',
          '*',
          '|',
          ', ',
        ),
        (number, separator) => {
          expect(holdsCardData(`pay ${inFours(number, separator)} now`)).toBe(true)
          expect(holdsCardData([...number].join(separator))).toBe(true)
        },
      ),
    )
  })

  test('a card number is found with mixed separators in card grouping, and with one separator in any grouping', () => {
    for (const text of [
      '4111-1111 1111/1111',
      '3782-822463 10005',
      '3056 930902 5904',
      '41111 11111 111111',
      '41-11111111-111111',
    ])
      expect(holdsCardData(text), text).toBe(true)
  })

  test('a card number is found in digits of any script, and with invisible characters between them', () => {
    fc.assert(
      fc.property(
        cardNumber,
        // Full-width, Arabic-Indic, Devanagari, mathematical bold.
        fc.constantFrom(0xff10, 0x0660, 0x0966, 0x1d7ce),
        fc.constantFrom('\u200b', '\u00ad', '\u2060', '\u0336', '\u0000'),
        (number, zero, invisible) => {
          expect(holdsCardData(digitsFrom(number, zero))).toBe(true)
          expect(holdsCardData(`x ${inFours(digitsFrom(number, zero), '-')}`)).toBe(true)
          expect(holdsCardData([...number].join(invisible))).toBe(true)
        },
      ),
    )
  })

  test('a card number is found with its expiry date and security code after it', () => {
    for (const text of [
      '41111111111111111230',
      '41111111111111113012',
      '41111111111111111230123',
      '3782822463100051230',
    ])
      expect(holdsCardData(text), text).toBe(true)
  })
})

test('track data is found by its shape, with or without a valid check digit', () => {
  for (const text of [
    '%B4111111111111112^DOE/JANE^30121010000000000000?',
    'B4111111111111111^DOE/JANE            ^3012101',
    ';4111111111111112=30121010000000000?',
    '4111111111111111=3012101',
    '4111111111111111D30121010000000000000F',
  ])
    expect(holdsCardData(text), text).toBe(true)
})

test('a card number and track 2 in a chip’s hex data are found', () => {
  expect(holdsCardData('4F07A00000000310105A0841111111111111115F24033012')).toBe(true)
  expect(holdsCardData('57114111111111111111D30121010000000000')).toBe(true)
  expect(holdsCardData('5a08378282246310005f')).toBe(true)
})

describe('text without card data passes', () => {
  test('ids of the service pass, whenever they were made', () => {
    const kinds = Object.keys(idPrefixes) as IdKind[]
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.date({ min: new Date(2020, 0), max: new Date(2060, 0), noInvalidDate: true }),
        (kind, at) => {
          const id = createIdSource(() => at.getTime())(kind)
          expect(holdsCardData(id), id).toBe(false)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('a prefixed UUID passes, even if some of its groups look like a card number', () => {
    const uuids = [...'0123456789'].map((last) => `5f0c8a1e-4000-4000-8000-000${last}abcdefab`)
    for (const uuid of uuids) {
      expect(holdsCardData(uuid)).toBe(false)
      expect(holdsCardData(`item_${uuid}`), `item_${uuid}`).toBe(false)
      expect(holdsCardData(`tax_${uuid}_1`), `tax_${uuid}_1`).toBe(false)
    }
  })

  test('UUIDs and hashes of other programs pass', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => void expect(holdsCardData(uuid), uuid).toBe(false)),
      { numRuns: 400 },
    )
    const word = fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(word, (hex) => void expect(holdsCardData(hex.join('')), hex.join('')).toBe(false)),
      { numRuns: 500, seed: 7 },
    )
  })

  test('telephone numbers pass, also two next to each other', () => {
    const part = (length: number) =>
      fc.integer({ min: 0, max: 10 ** length - 1 }).map((n) => String(n).padStart(length, '0'))
    const phone = fc
      .tuple(fc.integer({ min: 200, max: 999 }).map(String), part(3), part(4))
      .chain(([area, exchange, line]) =>
        fc.constantFrom(
          `(${area}) ${exchange}-${line}`,
          `+1 ${area}-${exchange}-${line}`,
          `${area}.${exchange}.${line}`,
          `+1${area}${exchange}${line}`,
        ),
      )
    fc.assert(
      fc.property(phone, phone, (one, other) => {
        expect(holdsCardData(one), one).toBe(false)
        expect(holdsCardData(`${one} or ${other}`), `${one} or ${other}`).toBe(false)
        expect(holdsCardData(`${one}, ${other}`), `${one}, ${other}`).toBe(false)
      }),
      { numRuns: 400 },
    )
  })

  test('times, epochs and amounts pass', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(2000, 0), max: new Date(2099, 0), noInvalidDate: true }), (at) => {
        const iso = at.toISOString()
        for (const text of [
          iso,
          iso.replace('T', ' '),
          iso.replace(/\D/g, ''),
          String(at.getTime()),
          `${iso} - ${iso}`,
        ])
          expect(holdsCardData(text), text).toBe(false)
      }),
    )
    for (const text of ['Total 12,345,678.90 of 9,876,543.21', 'EAN 4006381333931', '1 2 3', ''])
      expect(holdsCardData(text), text).toBe(false)
  })

  test('a card number with one wrong digit passes', () => {
    fc.assert(
      fc.property(cardNumber, fc.nat({ max: 13 }), (number, at) => {
        const digit = (Number(number[at + 1]) + 1) % 10
        const wrong = number.slice(0, at + 1) + digit + number.slice(at + 2)
        expect(holdsCardData(wrong), wrong).toBe(false)
      }),
    )
  })

  test('a card number reduced to its last digits passes', () => {
    for (const text of ['Visa ************1111', '411111******1111', 'XXXX XXXX XXXX 1111', 'ending 4444'])
      expect(holdsCardData(text), text).toBe(false)
  })
})

test('checking a long text takes time in proportion to its length', () => {
  expect(holdsCardData('4111 '.repeat(13_000))).toBe(false)
  expect(holdsCardData('4'.repeat(65_000))).toBe(false)
  expect(holdsCardData(`${'9 '.repeat(32_000)}4111111111111111`)).toBe(true)
})

describe('card data within a structured value', () => {
  test('card data in a text, a number or a field name is found, with its path', () => {
    expect(cardDataPath({ description: 'lunch', user_fields: { note: ['a', '4111 1111 1111 1111'] } })).toBe(
      'user_fields.note.1',
    )
    expect(cardDataPath({ user_fields: { order: 4111111111111111 } })).toBe('user_fields.order')
    expect(cardDataPath({ user_fields: { '4111-1111-1111-1111': 'x' } })).toBe('user_fields')
  })

  test('a value without card data has no path', () => {
    expect(
      cardDataPath({
        amount: 4111111111111111,
        none: null,
        list: [true, 'x'],
        user_fields: { order: 4111111111111112 },
      }),
    ).toBeNull()
  })

  test('a field that is meant to hold card data is not searched', () => {
    const token = { card: { number: '4111111111111111' }, note: 'x' }
    expect(cardDataPath(token)).toBe('card.number')
    expect(cardDataPath(token, { except: ['card.number'] })).toBeNull()
  })
})

describe('hexadecimal text', () => {
  test.each([
    ['a number, two digits a byte', '4012888888881881'],
    ['a number in the middle of a byte', '04012888888881881F'],
    ['a number among other digits', '0004012888888881881000'],
    ['a number as text', Buffer.from('4012888888881881').toString('hex')],
    ['a track as text', Buffer.from(';4012888888881881=3012101?').toString('hex')],
    ['a track as a chip has it', '4012888888881881D3012101'],
  ])('hexadecimal text with %s is refused', (_, hex) => {
    expect(holdsCardInHex(hex)).toBe(true)
  })

  test.each([
    'A0000000031010',
    '06011203A00000',
    '0000008000',
    'E800',
    '1122334455667788',
    '0'.repeat(64),
    '',
  ])('hexadecimal text %j is accepted', (hex) => {
    expect(holdsCardInHex(hex)).toBe(false)
  })
})
