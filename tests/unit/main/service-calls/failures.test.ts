import { expect, test } from 'vitest'
import {
  hasReplied,
  reasonOf,
  refusesThisRequest,
  type TerminalFailure,
} from '../../../../src-main/service-calls/failures.ts'

const refused = (status: number, code: string, more: object = {}) =>
  ({ kind: 'refused', status, error: { code, message: '', ...more } }) as TerminalFailure

test.each([
  ['a refusal', refused(409, 'state_conflict'), true, true, 'refused'],
  ['an unknown API key', refused(401, 'unauthorized'), false, true, 'refused'],
  ['a key of another request', refused(409, 'idempotency_key_reused'), false, true, 'refused'],
  ['too many requests', refused(429, 'rate_limited'), false, true, 'service_unreachable'],
  [
    'the former request still runs',
    refused(409, 'idempotency_in_progress'),
    false,
    false,
    'service_unreachable',
  ],
  ['its answer is lost', refused(409, 'idempotency_answer_lost'), false, true, 'service_unreachable'],
  ['a fault of the service', refused(500, 'internal'), false, false, 'service_unreachable'],
  ['a fault with an unknown code', refused(503, 'disk_full'), false, false, 'refused'],
  ['a customer who cancels', refused(409, 'terminal_cancelled'), false, true, 'cancelled_by_customer'],
  ['another counter', refused(409, 'terminal_cancelled', { held_by: 'POS 2' }), false, true, 'taken_over'],
  ['no answer', { kind: 'no_answer', reason: 'lost' }, false, false, 'service_unreachable'],
  ['not sent', { kind: 'not_sent', reason: 'timed_out', detail: '' }, false, false, 'timed_out'],
] as const)(
  '%s: whether the service decided about this request, or answered it',
  (_, failure, decided, answered, reason) => {
    expect([refusesThisRequest(failure), hasReplied(failure), reasonOf(failure)]).toEqual([
      decided,
      answered,
      reason,
    ])
  },
)
