import {
  type CallFailure,
  type CallInput,
  type Client,
  isMissingOperation,
} from '../../src-shared/api/client.ts'
import type { OperationName, OperationReply } from '../../src-shared/api/operations.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'

/** The client of the present account; null while the service is not up. */
export type ClientSource = () => Client | null

/** Refusals that mean "not now": the same request with the same key may be sent again. */
const notNow: readonly string[] = ['idempotency_in_progress', 'lock_timeout', 'rate_limited', 'overloaded']
const pauseMs = 400
const maximumTries = 25

/**
 * Calls a payment operation. Repeats it after temporary refusals; other failures are the caller's to handle.
 * @param key the idempotency key, for operations that write
 */
export async function callService<Name extends OperationName>(
  client: ClientSource,
  name: Name,
  input: CallInput<Name>,
): Promise<Result<OperationReply<Name>, CallFailure>> {
  for (let tries = 1; ; tries++) {
    const present = client()
    if (present === null) return err({ kind: 'no_answer', reason: 'The service is not up.' })
    const result = await present.call(name, input)
    const passing = !result.ok && result.error.kind === 'refused' && notNow.includes(result.error.error.code)
    if (!passing || tries === maximumTries) return result
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Null where the service does not have the operation. */
export const orMissing = <Value>(answer: Result<Value, CallFailure>): Result<Value | null, CallFailure> =>
  !answer.ok && isMissingOperation(answer.error) ? ok(null) : answer
