import { expect, test } from 'vitest'
import { z } from 'zod'
import { validate } from '../../../../src-service/http/validate.ts'

const eventTypes = ['*', 'v2.payment.captured', 'v2.payment.failed', 'v2.refund.created'] as const
const schema = z.strictObject({
  amount: z.int().min(0).meta({ description: 'Amount in cents.' }),
  limit: z.int().max(50).meta({ description: 'Number of entries per page.' }).optional(),
  reference: z.string().optional().meta({ description: 'Your own reference.' }),
  currency: z.enum(['USD', 'CAD']).optional(),
  event_types: z.array(z.enum(eventTypes)).optional(),
  billing: z.strictObject({ postal_code: z.string().meta({ description: 'Five digits.' }) }).optional(),
})
const refused = (changes: object) => {
  const checked = validate(schema, { amount: 1, ...changes }, 'plain')
  return checked.ok ? null : checked.error.message
}

test.each([
  [{ amount: undefined }, 'amount is required. Send a number. Amount in cents.'],
  [{ amount: 12.34 }, 'amount must be a whole number, but is 12.34. Amount in cents.'],
  [{ amount: '12' }, 'amount must be a number, but is "12". Amount in cents.'],
  [{ limit: null }, 'limit must be a number, but is null. Number of entries per page.'],
  [{ reference: 7 }, 'reference must be text, but is 7. Your own reference.'],
  [{ billing: {} }, 'billing.postal_code is required. Send text. Five digits.'],
])('a missing field, or one of another type, is described as in the reference: %o', (changes, message) => {
  expect(refused(changes)).toBe(message)
})

test('a value that is only out of range is not described again', () => {
  expect(refused({ amount: -5 })).toBe('amount must be a number of at least 0, but is -5.')
  expect(refused({ limit: 51 })).toBe('limit must be a number of at most 50, but is 51.')
})

test.each([
  [{ currency: 'usd' }, 'USD'],
  [{ event_types: ['payment.captured'] }, 'v2.payment.captured'],
  [{ event_types: ['*', 'refund_created'] }, 'v2.refund.created'],
])('a value in another spelling is answered with the one that was probably meant: %o', (changes, meant) => {
  expect(refused(changes)).toMatch(new RegExp(`\\. Did you mean "${meant.replaceAll('.', '\\.')}"\\?$`))
})

test.each([
  { currency: 'EUR' },
  { event_types: ['payment'] },
  { currency: '' },
  { event_types: ['created.'] },
])('a value that is similar to none, or only to a part, gets no suggestion: %o', (changes) => {
  expect(refused(changes)).not.toContain('Did you mean')
})
