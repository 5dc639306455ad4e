import { expect, test, vi } from 'vitest'
import { externalModule } from '../../../../src-service/external/module.ts'
import { idempotencyClaim } from '../../../../src-service/http/idempotency.ts'
import { openTill } from '../intents/payments-harness.ts'

test('a card that a gateway quotes cannot be guessed from what an idempotency key keeps of the report', async () => {
  const till = await openTill()
  const body = {
    payment_intent: { amount: 500 },
    payment_method: {
      payment_method_type: 'card',
      source_type: 'gateway',
      card: {
        token: 'external',
        last_four_digits: '1111',
        first_six_digits: '411111',
        brand: 'Visa',
        exp_month: '12',
        exp_year: '2030',
      },
    },
    gateway_response: {
      retrieval_reference: 'r1',
      created_at: '2026-01-31T12:00:00.000Z',
      raw_response: '{"account":"4111111111111111"}',
    },
  } as const
  const asked = { key: 'a-key-of-ten', caller: till.caller, method: 'POST', path: '/external_payments' }
  const claim = idempotencyClaim({ ...asked, body, now: till.clock.now() })
  if (!claim.ok || claim.value === null) throw new Error('no claim')
  const commit = vi.spyOn(till.services.store, 'commit')
  const create = externalModule(till.services).handlers['external_payments.create']
  const request = { caller: till.caller, body, idempotency: claim.value } as Parameters<typeof create>[0]
  expect(await create(request)).toMatchObject({ ok: true, value: { replayed: false } })
  expect(await create(request)).toMatchObject({ ok: true, value: { replayed: true } })
  const kept = JSON.stringify(commit.mock.calls)
  expect(kept).toContain('"fingerprint"')
  expect(kept).not.toContain(claim.value.fingerprint)
  expect(kept).not.toContain('4111111111111111')
})
