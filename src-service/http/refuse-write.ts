import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { OperationFacts } from '../../src-shared/api/operation.ts'
import type { OperationName } from '../../src-shared/api/operations.ts'
import type { Store } from '../store/store.ts'
import { type FullDisk, fullDiskRetryAfter } from './full-disk.ts'
import { isOverloaded } from './overload.ts'

/**
 * Operations that stop a prompt, which a person must always be able to do: a sale that cannot be stored must not keep the
 * customer waiting. The specification has only `disconnect` for that. And `ping`, which stores nothing: whoever stops a
 * prompt must be able to see that the terminal is free. Cancelling a payment intent is not one of them: it may void a
 * payment at the processor, which must be stored first.
 */
const withoutStorage: readonly OperationName[] = [
  'terminals.cancel',
  'terminals.disconnect',
  'terminals.ping',
]

/** Whether an operation is carried out only if its result can be stored. A search is a POST that only reads. */
export const needsStorage = (
  name: OperationName,
  { method, access }: Pick<OperationFacts, 'method' | 'access'>,
): boolean => method !== 'GET' && access !== 'read' && !withoutStorage.includes(name)

/**
 * Refuses a request whose result must be stored, before it starts, while nothing can be stored: it might move money
 * otherwise. While the database does not keep up, running requests must be able to finish, and a growing queue must not
 * exhaust the memory. An earlier attempt with the same key may have moved money: the refusal must not read as if nothing
 * had.
 */
export function refuseWrite(
  store: Pick<Store, 'waiting'>,
  disk: Pick<FullDisk, 'isFull'>,
): ServiceError | null {
  if (isOverloaded(store)) return refusal('The database is overloaded.', 'in 2 seconds', 2)
  return disk.isFull()
    ? refusal('The disk of the service is full.', 'once there is space', fullDiskRetryAfter)
    : null
}

const refusal = (why: string, when: string, retryAfter: number): ServiceError =>
  serviceError(
    'overloaded',
    `${why} This attempt was not carried out; an earlier one with the same x-idempotency-key may have been. Send the same request again ${when}.`,
    { retryAfter },
  )
