import { expect, test } from 'vitest'
import { endOfFailure } from '../../../../src-main/sale/outcomes.ts'

const refused = (code: string) =>
  endOfFailure(
    {
      kind: 'refused',
      status: 500,
      error: { type: 'api_error', code, message: 'words', request_id: 'req_1' } as never,
    },
    true,
  )

test('a terminal in use may be busy with our own earlier request: that is not over', () => {
  expect(refused('terminal_in_use')).toMatchObject({ kind: 'unknown', ended: false })
  expect(refused('internal')).toMatchObject({ kind: 'unknown', ended: false })
  expect(refused('terminal_timeout')).toMatchObject({ kind: 'unknown', ended: true, cause: 'timed_out' })
})

test('a refusal that passes by itself can be tried again', () => {
  for (const code of ['rate_limited', 'lock_timeout', 'overloaded'])
    expect(refused(code)).toMatchObject({ otherwise: 'service_unreachable' })
})

test('a refusal for a request that is, or may be, done already refuses nothing: it is looked for', () => {
  for (const code of ['idempotency_in_progress', 'idempotency_answer_lost'])
    expect(refused(code)).toMatchObject({ otherwise: 'service_unreachable' })
})

test('an invalid session is the one refusal after which it certainly did not run', () => {
  expect(refused('terminal_session_invalid')).toMatchObject({ kind: 'not_sent' })
})
