import { describe, expect, test } from 'vitest'
import { createTokenBodySchema } from '../../../../src-shared/api/schemas/token.ts'
import {
  detailsOf,
  type FieldName,
  fieldOfParam,
  type MethodType,
  problemsIn,
  type Typed,
} from '../../../../src-web/components/payment-details.ts'

const now = new Date('2026-11-22T12:00:00Z')
const card: Typed = {
  'card.number': '4111 1111 1111 1111',
  'card.expiry': '04 / 29',
  'card.cvv': '123',
  'billing_details.postal_code': '60601',
}
const bank: Typed = {
  'bank.account_holder': ' Ada Lovelace ',
  'bank.routing_number': '110000000',
  'bank.account_number': '000123456789',
  'bank.account_type': 'savings',
}
const canadian: Typed = {
  ...bank,
  'bank.institution_number': '004',
  'bank.transit_number': '12345',
  'bank.account_number': '1234567',
}
const problems = (typed: Typed, type: MethodType, postalCode: 'required' | 'optional' = 'required') =>
  problemsIn(typed, { type, postalCode, now })

describe('the details that a payer types', () => {
  test.each([
    ['card', card],
    ['bank', bank],
    ['ca_bank', canadian],
  ] as const)("valid details of a %s are sent in the service's form", (type, typed) => {
    expect(problems(typed, type)).toEqual({})
    const body = { client_secret: 'cs_1_secret_x', ...detailsOf(typed, type) }
    expect(createTokenBodySchema.safeParse(body).error).toBeUndefined()
  })

  test.each([
    ['card.number', '4111 1111 1111 1112', 'problem.number'],
    ['card.number', '4111', 'problem.numberShort'],
    ['card.number', '', 'problem.required'],
    ['card.expiry', '13 / 29', 'problem.expiry'],
    ['card.expiry', '10 / 26', 'problem.expired'],
    ['card.cvv', '12', 'problem.cvv'],
    ['billing_details.postal_code', '', 'problem.required'],
    ['billing_details.postal_code', '60601!', 'problem.postalCode'],
  ] as const)('%s with “%s” shows the error %s', (name, text, key) => {
    expect(problems({ ...card, [name]: text }, 'card')).toMatchObject({ [name]: { key } })
  })

  test.each([
    ['bank', 'bank.routing_number', '110000001', 'problem.routing'],
    ['bank', 'bank.account_number', '123', 'problem.accountUs'],
    ['bank', 'bank.account_type', '', 'problem.required'],
    ['ca_bank', 'bank.institution_number', '04', 'problem.digits'],
    ['ca_bank', 'bank.transit_number', '1234', 'problem.digits'],
    ['ca_bank', 'bank.account_number', '123456', 'problem.accountCa'],
  ] as const)('of a %s, %s with “%s” shows the error %s', (type, name, text, key) => {
    const typed = type === 'bank' ? bank : canadian
    expect(problems({ ...typed, [name]: text }, type)).toMatchObject({ [name]: { key } })
  })

  test('the security code of an Amex card has four digits', () => {
    const amex = { ...card, 'card.number': '3782 822463 10005' }
    expect(problems(amex, 'card')).toEqual({ 'card.cvv': { key: 'problem.cvv', digits: 4 } })
    expect(problems({ ...amex, 'card.cvv': '1234' }, 'card')).toEqual({})
  })

  test('an optional postal code may be empty, and is then not sent', () => {
    const { 'billing_details.postal_code': _, ...without } = card
    expect(problems(without, 'card', 'optional')).toEqual({})
    expect(detailsOf(without, 'card')).not.toHaveProperty('billing_details')
  })

  test.each([
    ['card.number', 'card.number'],
    ['card.exp_month', 'card.expiry'],
    ['card.exp_year', 'card.expiry'],
    ['bank.transit_number', 'bank.transit_number'],
    ['x-client-secret', null],
    [null, null],
  ] as const)('an error about %s belongs to the field %s', (param, field: FieldName | null) => {
    expect(fieldOfParam(param)).toBe(field)
  })
})
