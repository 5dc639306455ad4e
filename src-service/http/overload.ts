import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { OperationFacts } from '../../src-shared/api/operation.ts'
import type { Store } from '../store/store.ts'

/** Commits that may wait for the database: half a second's where it is quick, some 50 MiB where it hangs. */
const mostWaiting = 4_096

export const isOverloaded = (store: Pick<Store, 'waiting'>): boolean => store.waiting() >= mostWaiting

/**
 * Refuses what would change something while the database does not keep up, before any of it is begun: what is under way goes on
 * to its end, and must not have to wait, nor the process run out of memory, for ever more that is asked for.
 */
export const refuseOverload = (
  { method }: Pick<OperationFacts, 'method'>,
  store: Pick<Store, 'waiting'>,
): ServiceError | null =>
  method === 'GET' || !isOverloaded(store)
    ? null
    : serviceError(
        'overloaded',
        'The database does not keep up with what is to be written. Nothing of this request was done. Send it again in 2 seconds.',
        { retryAfter: 2 },
      )
