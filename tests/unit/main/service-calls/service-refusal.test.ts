import { expect, test } from 'vitest'
import { serviceRefusal } from '../../../../src-main/service-calls/service-refusal.ts'

const refused = (status: number, code: string) =>
  ({
    kind: 'refused',
    status,
    error: { code, message: 'words of the service', type: 'x', param: null },
  }) as never

test('a service that does not answer, a refusal and a missing object have different codes', () => {
  const codeOf = (failure: Parameters<typeof serviceRefusal>[0]) => serviceRefusal(failure).code
  expect(codeOf({ kind: 'no_answer', reason: 'ECONNREFUSED' })).toBe('service_away')
  expect(codeOf(refused(503, 'overloaded'))).toBe('service_away')
  expect(codeOf(refused(403, 'forbidden'))).toBe('service_refused')
  expect(codeOf(refused(404, 'resource_missing'))).toBe('not_found')
  expect(codeOf(refused(404, 'route_not_found'))).toBe('not_offered')
  expect(codeOf({ kind: 'not_sent', reason: 'service_unreachable', detail: '' })).toBe('service_away')
  expect(serviceRefusal(refused(403, 'forbidden')).message).toBe('words of the service')
})

test('a missing terminal and one in use by another counter have different codes from a missing service', () => {
  const codeOf = (failure: Parameters<typeof serviceRefusal>[0]) => serviceRefusal(failure).code
  expect(codeOf({ kind: 'not_sent', reason: 'terminal_in_use', detail: '' })).toBe('terminal_in_use')
  expect(codeOf({ kind: 'not_sent', reason: 'terminal_not_connected', detail: '' })).toBe('terminal_away')
  expect(codeOf(refused(409, 'terminal_in_use'))).toBe('terminal_in_use')
  expect(codeOf(refused(409, 'terminal_not_connected'))).toBe('terminal_away')
  expect(codeOf(refused(408, 'terminal_timeout'))).toBe('terminal_no_answer')
  expect(codeOf(refused(409, 'terminal_cancelled'))).toBe('terminal_no_answer')
  expect(codeOf(refused(404, 'hsn_not_owned'))).toBe('terminal_away')
})
