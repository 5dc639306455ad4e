import type { ServiceAccess } from '../../../../src-main/terminal/service-access.ts'
import type { Client } from '../../../../src-shared/api/client.ts'

/**
 * The fate of a call: it is answered, its answer is lost, it never arrives, the service reports the object as missing,
 * the terminal does not support it, it never ends, or it never ends for the counter although it was done.
 */
export type Fault =
  | 'pass'
  | 'lose_answer'
  | 'never_arrives'
  | 'not_found'
  | 'unsupported'
  | 'never_answers'
  | 'done_unanswered'

/** The service with faults that a test decides for each call. */
export function withFaults(
  access: ServiceAccess,
  faultOf: (operation: string, input: { readonly body?: unknown }) => Fault | object,
): ServiceAccess {
  const call = access.client.call as (name: string, input: object) => Promise<object>
  const faulty = async (name: string, input: { readonly body?: unknown }) => {
    const fault = faultOf(name, input)
    // Any other object is the reply itself.
    if (typeof fault === 'object') return { ok: true, value: fault }
    if (fault === 'never_arrives') return noAnswer
    if (fault === 'not_found') return notFound
    if (fault === 'unsupported') return unsupported
    if (fault === 'never_answers') return new Promise<never>(() => undefined)
    const answer = await call(name, input)
    if (fault === 'done_unanswered') return new Promise<never>(() => undefined)
    return fault === 'pass' ? answer : noAnswer
  }
  return { ...access, client: { call: faulty } as unknown as Client }
}

const noAnswer = { ok: false, error: { kind: 'no_answer', reason: 'lost' } }
const notFound = {
  ok: false,
  error: {
    kind: 'refused',
    status: 404,
    error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment intent' },
  },
}
const unsupported = {
  ok: false,
  error: {
    kind: 'refused',
    status: 400,
    error: { type: 'terminal_error', code: 'terminal_parameter_invalid', message: 'No card reader' },
  },
}
