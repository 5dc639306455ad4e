import { expect, test } from 'vitest'
import { z } from 'zod'
import { validate } from '../../../../src-service/http/validate.ts'

const schema = z.strictObject({
  payment_method_id: z.string().optional(),
  amount: z.int().optional(),
  id: z.string().optional(),
  refund_id: z.string().optional(),
  refund_reason: z.string().optional(),
  card_present: z.boolean().optional(),
  card_type: z.string().optional(),
  billing_details: z.strictObject({ postal_code: z.string().optional() }).nullable().optional(),
  items: z.array(z.strictObject({ unit_price: z.int().optional() })).default([]),
})
const refused = (body: unknown) => {
  const checked = validate(schema, body, 'plain')
  return checked.ok ? null : checked.error.message
}

test.each([
  [{ paymentMethodId: 'pm_1' }, 'payment_method_id'],
  [{ payment_method: 'pm_1' }, 'payment_method_id'],
  [{ amounts: 1 }, 'amount'],
  [{ refund: 're_1' }, 'refund_id'],
  [{ billing_details: { postalCode: '1' } }, 'billing_details.postal_code'],
  [{ items: [{}, { unitPrice: 1 }] }, 'items.1.unit_price'],
])('an unknown field in another spelling is answered with the right name: %o', (body, name) => {
  expect(refused(body)).toContain(`is not a field of this operation. Did you mean ${name}?`)
})

test.each([{ colour: 'red' }, { ids: 1 }, { amo: 1 }, { card: '4242' }, { amount: 1, amount_captured: 1 }])(
  'a field that is similar to none, to several, or to one that is also sent gets no suggestion: %o',
  (body) => {
    expect(refused(body)).toContain('Remove it, or check its spelling.')
  },
)
