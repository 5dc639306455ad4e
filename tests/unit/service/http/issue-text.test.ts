import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { validate } from '../../../../src-service/http/validate.ts'
import {
  createCheckoutSessionBodySchema,
  updateCheckoutSessionBodySchema,
} from '../../../../src-shared/api/schemas/checkout-session.ts'
import { cursorQuerySchema, paymentSplitSchema } from '../../../../src-shared/api/schemas/common.ts'
import { companySchema } from '../../../../src-shared/api/schemas/company.ts'
import { feeParamsSchema } from '../../../../src-shared/api/schemas/fee.ts'
import { hsnSchema } from '../../../../src-shared/api/schemas/hsn.ts'
import { mccCodeSchema } from '../../../../src-shared/api/schemas/mcc.ts'
import { phoneNumberSchema } from '../../../../src-shared/api/schemas/message.ts'
import { createPaymentIntentBodySchema } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { expiryMonthSchema, expiryYearSchema } from '../../../../src-shared/api/schemas/payment-method.ts'
import { updatePaymentMethodIntentBodySchema } from '../../../../src-shared/api/schemas/payment-method-intent.ts'
import { findPaymentIntentsBodySchema } from '../../../../src-shared/api/schemas/search.ts'
import {
  inputFormatSchema,
  signatureDimensionsSchema,
} from '../../../../src-shared/api/schemas/terminal-prompts.ts'
import { createWebhookEndpointBodySchema } from '../../../../src-shared/api/schemas/webhook-endpoint.ts'

const messageOf = (schema: z.ZodType, value: unknown) => {
  const result = validate(z.strictObject({ field: schema }), { field: value }, 'plain')
  return result.ok ? 'accepted' : result.error.message
}

/** Every message states what was wrong, the value that was sent, and what to do. */
describe('a refused field', () => {
  test.each([
    [z.string(), 5, 'field must be text, but is 5.'],
    [z.number(), 'five', 'field must be a number, but is "five".'],
    [z.int(), 1.5, 'field must be a whole number, but is 1.5.'],
    [z.boolean(), null, 'field must be true or false, but is null.'],
    [z.array(z.string()), {}, 'field must be a list, but is an object.'],
    [z.strictObject({}), [1, 2], 'field must be an object, but is a list of 2.'],
    [z.string().max(1), 'ab', 'field must be text of at most 1 character, but is "ab".'],
    [z.string().min(2), 'a', 'field must be text of at least 2 characters, but is "a".'],
    [z.array(z.string()).min(1), [], 'field must be a list of at least 1 entry, but is a list of 0.'],
    [z.number().max(3), 4, 'field must be a number of at most 3, but is 4.'],
    [z.number().lt(3), 3, 'field must be a number of less than 3, but is 3.'],
    [z.enum(['a', 'b']), 'c', 'field must be one of "a", "b", but is "c".'],
    [z.literal('USD'), 'EUR', 'field must be "USD", but is "EUR".'],
    [z.iso.datetime(), 'noon', 'field must be an ISO 8601 time such as 2026-01-31T12:00:00Z, but is "noon".'],
    [z.email(), 'me', 'field must be an e-mail address, but is "me".'],
    [z.union([z.boolean(), z.int()]), 'x', 'field must be true or false, or a number, but is "x".'],
  ])('the message for a refused field states what it must be (%#)', (schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message)
  })

  test.each([
    [
      inputFormatSchema,
      'phone',
      'field must be PHONE, AMOUNT, MMYY, or N or AN with a length of 1 to 32 such as N4 or AN4,6, but is "phone".',
    ],
    [
      signatureDimensionsSchema,
      '200x100',
      'field must be width,height in pixels, each 1 to 999, such as 300,100, but is "200x100".',
    ],
    [
      phoneNumberSchema,
      '0155',
      'field must be a telephone number in E.164 such as +15550100123, but is "0155".',
    ],
    [
      hsnSchema,
      'VT 1',
      'field must be the serial number of a terminal (letters, digits, dots, hyphens and underscores), but is "VT 1".',
    ],
    [expiryMonthSchema, '1', 'field must be a month of two digits, 01 to 12, but is "1".'],
    [expiryYearSchema, '35', 'field must be a year of four digits, but is "35".'],
    [mccCodeSchema, '58', 'field must be four digits, but is "58".'],
    [findPaymentIntentsBodySchema.shape.last_four, '42', 'field must be four digits, but is "42".'],
    [
      createCheckoutSessionBodySchema.shape.success_url,
      'shop',
      'field must be an address that begins with https:// or http://, but is "shop".',
    ],
    [
      createWebhookEndpointBodySchema.shape.url,
      'shop',
      'field must be an address that begins with https://, but is "shop".',
    ],
    [
      paymentSplitSchema.shape.account_id,
      'acct_1',
      'field must be the id of a contractor (ctrct_…), but is "acct_1".',
    ],
    [feeParamsSchema.shape.id, 'pmt_1', 'field must be the id of a fee (fee_…), but is "pmt_1".'],
    [
      companySchema.shape.category,
      'retail',
      'field must be a word in capital letters such as RETAIL, but is "retail".',
    ],
    [cursorQuerySchema.shape.starting_after, '', 'field must be text of at least 1 character, but is "".'],
    [z.string().regex(/^a/), 'b', 'field must be text that matches /^a/, but is "b".'],
  ])(
    'text in a special format is refused with words, not with its pattern (%#)',
    (schema, value, message) => {
      expect(messageOf(schema, value)).toBe(message)
    },
  )

  const forms = z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('percentage'), percent: z.number() }),
    z.strictObject({ type: z.literal('disabled') }),
  ])
  const either = z.union([
    z.strictObject({ individual: z.strictObject({}) }),
    z.strictObject({ company: z.strictObject({}) }),
  ])
  const withOne = 'an object with individual (an object), or an object with company (an object)'
  test.each([
    [forms, { type: 'percent' }, 'field.type must be one of "percentage", "disabled", but is "percent".'],
    [forms, { percent: 3 }, 'field.type is required. Send one of "percentage", "disabled".'],
    [either, { first_name: 'Ana' }, `field must be ${withOne}, but is an object.`],
    [either, {}, `field must be ${withOne}, but is an object.`],
    [either, 5, 'field must be an object, but is 5.'],
    [
      either,
      { individual: {}, company: {} },
      'field must be an object without company, or an object without individual, but is an object.',
    ],
  ])(
    'an object with several forms is refused by the fields that distinguish them (%#)',
    (schema, value, message) => {
      expect(messageOf(schema, value)).toBe(message)
    },
  )

  test.each(['payment_method_types', 'payment_rail_types'])(
    'duplicate types in %s are accepted and counted once',
    (field) => {
      const bodies = [
        createPaymentIntentBodySchema.omit({ amount: true }),
        updateCheckoutSessionBodySchema,
        ...(field === 'payment_method_types' ? [updatePaymentMethodIntentBodySchema] : []),
      ]
      for (const body of bodies) {
        expect(validate(body, { [field]: ['card'] }, 'plain').ok).toBe(true)
        expect(validate(body, { [field]: ['card', 'card', 'card', 'card'] }, 'plain')).toEqual({
          ok: true,
          value: expect.objectContaining({ [field]: ['card'] }),
        })
      }
    },
  )

  test('a field that fails two checks counts as one refused field', () => {
    const schema = z.strictObject({ code: z.string().min(3).regex(/^a/), other: z.string() })
    const both = validate(schema, { code: 'z', other: 5 }, 'plain')
    expect(both).toMatchObject({
      error: {
        message: expect.stringContaining('1 more field was refused'),
        errors: [{ param: 'code' }, { param: 'other' }],
      },
    })
    expect(validate(schema, { code: 'z', other: '' }, 'plain')).toMatchObject({
      error: expect.not.objectContaining({ errors: expect.anything() }),
    })
  })

  test('two refusals of a whole body are both listed', () => {
    const schema = z
      .strictObject({ from: z.int(), to: z.int() })
      .refine(({ from, to }) => from <= to, { error: 'a period that ends after it begins' })
      .refine(({ from }) => from >= 0, { error: 'a period after 1970' })
    expect(validate(schema, { from: -1, to: -2 }, 'plain')).toMatchObject({
      error: {
        param: 'body',
        errors: [
          { param: 'body', message: expect.stringContaining('ends after it begins') },
          { param: 'body', message: expect.stringContaining('after 1970') },
        ],
      },
    })
  })

  test('of many unknown fields of an object with several forms, only a few are named', () => {
    const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field_${index}`, 1]))
    const message = messageOf(either, { ...unknown, individual: {}, company: {} })
    expect(message).toContain('without field_0, field_1, field_2, field_3, field_4 and 496 more')
    expect(message.length).toBeLessThan(500)
    const long = messageOf(either, { individual: {}, company: {}, ['x'.repeat(10_000)]: 1 })
    expect(long.length).toBeLessThan(500)
  })

  test('a missing field has a different message from a wrong one', () => {
    const result = validate(z.strictObject({ field: z.string() }), {}, 'terminal')
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'terminal_parameter_missing',
        param: 'field',
        message: 'field is required. Send text.',
      },
    })
  })

  test('the value of a refused field is not shown when its name or its digits may be a secret', () => {
    const hidden = 'another value (not shown)'
    for (const name of ['card', 'cvv', 'client_secret', 'activation_code', 'session_key', 'account_number']) {
      const result = validate(z.strictObject({ [name]: z.boolean() }), { [name]: 'abc' }, 'plain')
      expect(result.ok ? '' : result.error.message).toContain(hidden)
    }
    for (const digits of [
      '4111111111111111',
      '4111 1111 1111 1111',
      'card 4111-1111-1111-1111!',
      4111111111111111,
    ]) {
      expect(messageOf(z.boolean(), digits)).toContain(hidden)
    }
  })
})
