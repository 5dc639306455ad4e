import { expect, test } from 'vitest'
import { serviceRefusal } from '../../../src-main/service-refusal.ts'

const refused = (status: number, code: string) =>
  ({
    kind: 'refused',
    status,
    error: { code, message: 'words of the service', type: 'x', param: null },
  }) as never

test('a service that does not answer, one that says no, and what it does not have are told apart', () => {
  const codeOf = (failure: Parameters<typeof serviceRefusal>[0]) => serviceRefusal(failure).code
  expect(codeOf({ kind: 'no_answer', reason: 'ECONNREFUSED' })).toBe('service_away')
  expect(codeOf(refused(503, 'overloaded'))).toBe('service_away')
  expect(codeOf(refused(403, 'forbidden'))).toBe('service_refused')
  expect(codeOf(refused(404, 'resource_missing'))).toBe('not_found')
  expect(codeOf(refused(404, 'route_not_found'))).toBe('not_offered')
  // "not now" would say that somebody stopped it.
  expect(codeOf({ kind: 'not_sent', reason: 'terminal_in_use', detail: '' })).toBe('not_available')
  expect(codeOf({ kind: 'not_sent', reason: 'service_unreachable', detail: '' })).toBe('service_away')
  expect(serviceRefusal(refused(403, 'forbidden')).message).toBe('words of the service')
})
