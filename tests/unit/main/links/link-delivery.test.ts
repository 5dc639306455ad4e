import { expect, test, vi } from 'vitest'
import { askService } from '../../../../src-main/links/link-requests.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import { noPublicAddress } from '../../../../src-shared/api/no-public-address.ts'
import { newLink } from '../../../../src-shared/pos/links/payment-link-steps.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { quietLog } from '../support/service.ts'

const receiver = { kind: 'email', address: 'name@example.com' } as const
const link = newLink(
  { id: 'link_1', amount: 1_234, currency: 'USD', note: '', order: null, receiver },
  '2026-11-22T09:00:00.000Z',
)
const reply = (success: boolean, message: string) =>
  ok({ success, message: `The link for name@example.com ${message}` })
const refused = (status: number, code: string, message = '') =>
  err({ kind: 'refused', status, error: { code, message } })

test.each([
  ['sent', reply(true, 'was sent to name@example.com.')],
  ['failed', reply(false, 'was not sent: no such address.')],
  ['failed', refused(409, 'state_conflict', 'This service is not set up to send e-mail.')],
  // The installer can fix this, so the cashier must see it.
  ['not_public', refused(409, noPublicAddress.code, noPublicAddress.message)],
  ['unsure', reply(false, 'may have been sent: no answer. Ask before you send it again.')],
  ['unsure', refused(500, 'internal_error')],
  ['unsure', refused(409, 'idempotency_answer_lost')],
])('the message of a link is reported as %s', async (outcome, answer) => {
  const call = (async () => answer) as unknown as Client['call']
  const context = { client: () => ({ call }), language: () => 'en' as const, log: quietLog }
  expect(await askService(context, { ...link, session_id: 'cs_1' }, 'deliver')).toEqual({
    kind: 'delivered',
    outcome,
  })
})

test('while a message is still being sent, the request is repeated', async () => {
  const call = (async () => refused(409, 'idempotency_in_progress')) as unknown as Client['call']
  const context = { client: () => ({ call }), language: () => 'en' as const, log: quietLog }
  vi.useFakeTimers()
  const delivered = askService(context, { ...link, session_id: 'cs_1' }, 'deliver')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await delivered).toEqual({ kind: 'no_answer' })
})
