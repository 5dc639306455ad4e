import { describe, expect, test } from 'vitest'
import { updateCheckoutSessionBodySchema } from '../../../../src-shared/api/schemas/checkout-session.ts'
import { createExternalRefundBodySchema } from '../../../../src-shared/api/schemas/external.ts'
import { dateTimeBodySchema } from '../../../../src-shared/api/schemas/terminal.ts'

const takers = {
  expires_at: (expires_at: string) => updateCheckoutSessionBodySchema.safeParse({ expires_at }),
  'gateway_response.created_at': (created_at: string) =>
    createExternalRefundBodySchema.safeParse({
      payment_intent_id: 'pi_1',
      gateway_response: { created_at, retrieval_reference: '1' },
    }),
  dateTime: (dateTime: string) => dateTimeBodySchema.safeParse({ hsn: 'T1', dateTime }),
}

/** Section 2.1: ISO 8601. Some languages, such as Java, leave out seconds that are 0. */
describe.each(Object.entries(takers))('a time that is sent as %s', (_, taken) => {
  test.each([
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.123456Z',
    '2026-01-31T12:00:00+02:00',
    '2026-01-31T12:00Z',
    '2026-01-31T12:00-05:00',
  ])('%s is accepted', (time) => {
    expect(taken(time).success).toBe(true)
  })

  test.each(['2026-01-31', '2026-01-31T12Z', '2026-01-31T24:00Z', '2026-02-30T12:00Z', 'noon'])(
    '%s is refused',
    (time) => {
      expect(taken(time).success).toBe(false)
    },
  )
})
