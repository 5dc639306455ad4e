import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { OperationFacts } from '../../src-shared/api/operation.ts'
import type { Store } from '../store/store.ts'

/**
 * A repeat is refused before its key is looked up. Its first attempt may have moved money, so the refusal must not read as
 * if nothing had.
 */
export const attemptNotMade =
  'This attempt was not carried out; an earlier one with the same x-idempotency-key may have been.'

/** Maximum number of waiting commits: half a second of work for a fast database, about 50 MiB for one that hangs. */
const mostWaiting = 4_096

export const isOverloaded = (store: Pick<Store, 'waiting'>): boolean => store.waiting() >= mostWaiting

/**
 * Refuses requests that change data while the database does not keep up, before they start: requests already running
 * must be able to finish, and a growing queue must not exhaust the memory.
 */
export const refuseOverload = (
  { method }: Pick<OperationFacts, 'method'>,
  store: Pick<Store, 'waiting'>,
): ServiceError | null =>
  method === 'GET' || !isOverloaded(store)
    ? null
    : serviceError(
        'overloaded',
        `The database is overloaded. ${attemptNotMade} Send the same request again in 2 seconds.`,
        { retryAfter: 2 },
      )
