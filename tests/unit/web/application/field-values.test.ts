import { describe, expect, test } from 'vitest'
import { missingFields } from '../../../../src-service/boarding/applications/rules.ts'
import { missingOf } from '../../../../src-service/contractors/form.ts'
import type { Application } from '../../../../src-shared/api/schemas/application.ts'
import { applicationSteps } from '../../../../src-web/application/fields/application-steps.ts'
import type { Rule } from '../../../../src-web/application/fields/check-value.ts'
import { contractorSteps } from '../../../../src-web/application/fields/contractor-steps.ts'
import rules from '../../../../src-web/application/fields/field-rules.json'
import { centsIn, sentOf, textOfValue } from '../../../../src-web/application/fields/field-values.ts'
import { fieldsIn } from '../../../../src-web/application/form/draft.ts'
import { readPageAddress } from '../../../../src-web/application/page-address.ts'

const all = applicationSteps.flatMap(fieldsIn)
const applicationRules: Readonly<Record<string, Rule>> = rules.application
const sent = (path: string, text: string, known?: unknown) => {
  const field = all.find((one) => one.path === path)
  if (field === undefined) throw new Error(`no field is called ${path}`)
  return sentOf(field, text, applicationRules[path] ?? {}, known, '2026-11-22')
}

describe('the text of a field', () => {
  test.each([
    ['18.50', 1850],
    ['18,5', 1850],
    ['$1,850', 185_000],
    ['1.850,00', 185_000],
    ['1 234 567', 123_456_700],
    ['0', 0],
    ['12,34,567', null],
    ['1.2345', null],
    ['-5', null],
    ['ten', null],
  ])('the amount %s is %s cents', (text, cents) => {
    expect(centsIn(text)).toBe(cents)
  })

  test.each([
    ['Illinois', 'IL'],
    ['il', 'IL'],
    [' new  york ', 'NY'],
    ['D.C.', 'DC'],
    ['Québec', 'QC'],
    ['ON', 'ON'],
    ['Illinoise', null],
    ['XX', null],
    ['62701', null],
  ])('the state %s is sent as %s', (text, code) => {
    expect(sent('address.state', text)).toEqual(
      code === null ? { is: 'wrong', problem: { key: 'problem.state' } } : { is: 'value', value: code },
    )
  })

  test.each([
    ['62701', '62701'],
    ['62701-1234', '62701-1234'],
    ['k1a 0b1', 'K1A 0B1'],
    ['6270', null],
    ['627011', null],
    ['K1A', null],
  ])('the postal code %s is sent as %s', (text, code) => {
    expect(sent('address.zip_code', text)).toEqual(
      code === null ? { is: 'wrong', problem: { key: 'problem.zip' } } : { is: 'value', value: code },
    )
  })

  test.each(['-5', '33.333', '101', '12,5', 'half'])(
    'the share %s is not a valid percentage of an owner',
    (text) => {
      const field = all.find(({ kind }) => kind === 'percent')
      if (field === undefined) throw new Error('no field is a percentage')
      expect(sentOf(field, text, { type: 'integer' }, undefined, '2026-11-22')).toEqual({
        is: 'wrong',
        problem: { key: 'problem.percent' },
      })
    },
  )

  test("an amount is shown in the reader's format, and read back unchanged", () => {
    const field = all.find(({ kind }) => kind === 'money')
    if (field === undefined) throw new Error('no field is of money')
    for (const language of ['en', 'es', 'fr'] as const) {
      for (const cents of [0, 5, 1850, 25_000_000])
        expect(centsIn(textOfValue(field, cents, language))).toBe(cents)
    }
    expect(textOfValue(field, 1850, 'fr')).toBe('18,50')
  })

  test.each([
    ['company.ein', '84-9237516', { is: 'value', value: '849237516' }],
    ['company.ein', '84-92', { is: 'wrong', problem: { key: 'problem.digits', values: { digits: 9 } } }],
    ['company.ein', '', { is: 'keep' }],
    ['bank_account.routing_number', '110000001', { is: 'wrong', problem: { key: 'problem.routing' } }],
    ['bank_account.account_number', '123', { is: 'wrong', problem: { key: 'problem.account' } }],
    ['transaction_modes.online', '40%', { is: 'value', value: 40 }],
    ['transaction_modes.online', '140', { is: 'wrong', problem: { key: 'problem.percent' } }],
    ['owners.*.birth_date', '2027-01-01', { is: 'wrong', problem: { key: 'problem.future' } }],
    ['company.business_start_date', '2027-01-01', { is: 'wrong', problem: { key: 'problem.future' } }],
    ['owners.*.email', 'ana', { is: 'wrong', problem: { key: 'problem.email' } }],
    ['name', ' Corner ', { is: 'value', value: 'Corner' }],
    ['name', 'x'.repeat(101), { is: 'wrong', problem: { key: 'problem.tooLong', values: { most: 100 } } }],
    ['terms_accepted', 'false', { is: 'value', value: false }],
  ])('%s of %j is sent as %j', (path, text, expected) => {
    expect(sent(path, text)).toEqual(expected)
  })

  test('a saved choice can be changed, but not removed', () => {
    expect(sent('company.mcc', '', '5812')).toEqual({
      is: 'wrong',
      problem: { key: 'problem.cannotBeEmpty' },
    })
    expect(sent('company.ein', '', '*****7516')).toEqual({ is: 'keep' })
    expect(sent('company.website', '', 'corner.example.com')).toEqual({ is: 'value', value: '' })
  })
})

describe('the fields of the forms', () => {
  const required = (steps: typeof applicationSteps) =>
    new Set(steps.flatMap(fieldsIn).flatMap(({ path, optional }) => (optional === true ? [] : [path])))

  test('each field that the submission of an application needs is in the form, and not marked as optional', () => {
    const empty = {
      ...{ name: null, company: { ownership_type: 'PUBLIC' }, address: null, industry_volume: null },
      ...{ owners: [{ id: 'own_1' }], terms_accepted: false, processing_plan_id: 'plan_1' },
    } as unknown as Application
    const missing = missingFields(empty).map(({ param }) => param.replace('owners.0.', 'owners.*.'))
    expect(
      [...missing, 'company.ownership_type'].filter((path) => !required(applicationSteps).has(path)),
    ).toEqual([])
  })

  test.each(['INDIVIDUAL', 'COMPANY'] as const)(
    'each field that the submission of a contractor needs is in the form, and not marked as optional: %s',
    (type) => {
      const company = { company_owners: [{ id: 'own_1' }] }
      const missing = missingOf({
        type,
        individual: null,
        company,
        bank_account: null,
        terms_accepted: false,
      })
      const paths = missing.map((path) => path.replace('company_owners.0.', 'company_owners.*.'))
      expect(paths.length).toBeGreaterThan(8)
      expect(paths.filter((path) => !required(contractorSteps).has(path))).toEqual([])
    },
  )

  test('each field exists in the schema of the API', () => {
    for (const [steps, known] of [
      [applicationSteps, rules.application],
      [contractorSteps, rules.contractor],
    ] as const) {
      for (const { path } of steps.flatMap(fieldsIn)) expect(Object.keys(known)).toContain(path)
    }
  })
})

test.each([
  ['/apply/app_01abc', '#s3cr-et_X', 'app_01abc_secret_s3cr-et_X'],
  ['/pay/contractor-applications/ctrcapp_01abc', '#abc', 'ctrcapp_01abc_secret_abc'],
  ['/apply/app_01abc', '', null],
  ['/apply/ctrcapp_01abc', '#abc', null],
  ['/apply/app_01abc/other', '#abc', null],
])('the link %s%s contains the secret %s', (pathname, hash, secret) => {
  expect(readPageAddress({ pathname, hash })?.clientSecret ?? null).toBe(secret)
})
