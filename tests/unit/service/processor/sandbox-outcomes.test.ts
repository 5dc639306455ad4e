import { describe, expect, test } from 'vitest'
import { isExpired } from '../../../../src-service/processor/card-rules.ts'
import type { AuthorizeRequest } from '../../../../src-service/processor/processor.ts'
import { outcomeOf } from '../../../../src-service/processor/sandbox/outcome.ts'
import { meaningOf } from '../../../../src-service/processor/sandbox/response-codes.ts'
import { testCards } from '../../../../src-service/processor/sandbox/test-cards.ts'
import { passesLuhn } from '../../../../src-shared/payments/luhn.ts'
import type { CardData } from '../../../../src-shared/terminal/card-encryption.ts'
import { paymentRef } from '../../../support/processor-references.ts'

const now = Date.UTC(2026, 10, 21)
const outcome = (card: Partial<CardData>, amount = 1234, more: Partial<AuthorizeRequest> = {}) =>
  outcomeOf(
    {
      ...paymentRef('pmt_1'),
      account_id: 'acct_1',
      amount,
      currency: 'USD',
      source: {
        kind: 'card',
        card: { number: '4111111111111111', exp_month: '12', exp_year: '2030', ...card },
      },
      card_present: true,
      entry_mode: null,
      capture: true,
      auth_code: null,
      ...more,
    },
    now,
  )

describe("the sandbox processor's cards (docs/sandbox.md)", () => {
  test.each([
    '4111111111111111',
    '4242424242424242',
    '5555555555554444',
    '378282246310005',
    '6011111111111117',
    '4000056655665556',
    '5200828282828210',
    // Any other number with a correct check digit.
    '4012888888881881',
  ])('the card %s is approved', (number) => {
    expect(outcome({ number })).toMatchObject({ code: '000', amountAuthorized: 1234, unknownForMs: 0 })
  })

  test.each([
    ['4000000000000002', 'do_not_honor'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000009987', 'lost_card'],
    ['4000000000009979', 'stolen_card'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvv'],
    ['4000000000000119', 'processing_error'],
    ['4000000000006975', 'velocity_exceeded'],
    ['4000000000050049', 'insert_card'],
    ['4000000000050056', 'pin_required'],
    ['4000000000050072', 'offline_declined'],
    ['4111111111111112', 'invalid_number'],
  ])('the card %s is declined: %s', (number, category) => {
    const declined = outcome({ number })
    expect(declined.amountAuthorized).toBe(0)
    expect(meaningOf(declined.code).category).toBe(category)
  })

  test.each([
    ['4000000000050015', '000', 30_000],
    ['4000000000050023', '100', 30_000],
    ['4000000000050031', '000', Number.MAX_SAFE_INTEGER],
  ])('the card %s answers %s, which is unknown for %i ms', (number, code, unknownForMs) => {
    expect(outcome({ number })).toMatchObject({ code, unknownForMs })
  })

  test('an expired card is declined at once, even one whose outcome would be unknown', () => {
    const expired = { number: '4000000000050031', exp_month: '01', exp_year: '2020' }
    expect(outcome(expired)).toMatchObject({ code: '101', unknownForMs: 0 })
  })

  test('a gift card is approved up to its balance', () => {
    expect(outcome({ number: '6006490000000053' }, 5000).amountAuthorized).toBe(5000)
    expect(outcome({ number: '6006490000000053' }, 5001).amountAuthorized).toBe(5000)
  })

  test('each number of the table has a correct check digit', () => {
    for (const number of Object.keys(testCards)) expect(passesLuhn(number), number).toBe(true)
  })

  test('a card is good through the last day of its month, also where that day ends last', () => {
    const card = { number: '4111111111111111', exp_month: '11', exp_year: '2026' }
    expect(isExpired(card, Date.parse('2026-11-30T23:59:59-10:00'))).toBe(false)
    expect(isExpired(card, Date.parse('2026-12-01T12:00:00Z'))).toBe(true)
    expect(meaningOf(outcome({ exp_month: '10', exp_year: '2026' }).code).category).toBe('expired_card')
  })
})

describe("the sandbox processor's amounts", () => {
  test.each([
    [100_100, '001'],
    [110_100, '101'],
    [111_600, '116'],
    [150_000, '500'],
    [199_900, '999'],
  ])('an amount of %i cents answers with response code %s', (amount, code) => {
    expect(outcome({}, amount)).toMatchObject({ code, amountAuthorized: 0 })
  })

  test.each([100_000, 100_099, 100_101, 111_650, 199_901, 200_000])(
    '%i cents is an amount without a special meaning',
    (amount) => {
      expect(outcome({}, amount)).toMatchObject({ code: '000', amountAuthorized: amount })
    },
  )

  test.each([600_000, 650_000, 699_900])('%i cents on 4111… are approved for 500000', (amount) => {
    expect(outcome({}, amount).amountAuthorized).toBe(500_000)
    expect(outcome({ number: '4242424242424242' }, amount).amountAuthorized).toBe(amount)
  })

  test.each([599_900, 600_001, 700_000])('%i cents on 4111… are approved in full', (amount) => {
    expect(outcome({}, amount).amountAuthorized).toBe(amount)
  })

  test('a voice authorization is approved without further checks, but not for a bad card', () => {
    expect(outcome({}, 111_600, { auth_code: '654321' }).code).toBe('000')
    expect(outcome({ number: '4000000000009979' }, 1, { auth_code: '654321' }).code).toBe('209')
  })
})

describe("the sandbox processor's checks", () => {
  test.each([
    ['62701', 'A'],
    ['62702', 'Z'],
    ['62703', 'N'],
    ['62704', 'Y'],
    ['46201', 'A'],
    ['46221', 'B'],
    ['46222', 'C'],
    ['46223', 'D'],
    ['46203', 'E'],
    ['46224', 'F'],
    ['46204', 'G'],
    ['46225', 'I'],
    ['46226', 'M'],
    ['46205', 'N'],
    ['46227', 'P'],
    ['46207', 'R'],
    ['46208', 'S'],
    ['46209', 'U'],
    ['46211', 'W'],
    ['46214', 'X'],
    ['46217', 'Z'],
    [undefined, null],
  ])('the postal code %s answers avs %s', (postal_code, avs) => {
    expect(outcome(postal_code === undefined ? {} : { postal_code }).avs).toBe(avs)
  })

  test.each([
    ['000', 'N'],
    ['123', 'M'],
    ['1234', 'M'],
    ['901', 'N'],
    ['902', 'S'],
    ['903', 'U'],
    ['904', 'P'],
    [undefined, null],
  ])('the security code %s answers cvv %s', (cvv, answer) => {
    expect(outcome(cvv === undefined ? {} : { cvv }).cvv).toBe(answer)
  })

  test('the check digit catches a mistyped digit, and swapped neighbours', () => {
    expect(passesLuhn('4111111111111111')).toBe(true)
    expect(passesLuhn('4111111111111121')).toBe(false)
    expect(passesLuhn('378282246310005')).toBe(true)
    expect(passesLuhn('378228246310005')).toBe(false)
    expect(passesLuhn('4111')).toBe(false)
  })
})
