import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Row } from '../store/store.ts'

/**
 * What another device saved meanwhile is not overwritten unseen: people of a list are replaced as a whole.
 * @param revision that the page showed; absent where the caller does not ask for it
 */
export function refuseStale(
  { id, version }: Pick<Row, 'id' | 'version'>,
  revision: number | undefined,
): ServiceError | null {
  if (revision === undefined || revision === version) return null
  const message = `${id} was changed since revision ${revision}; it is at ${version}. Fetch it, and save again.`
  return serviceError('state_conflict', message, { param: 'revision' })
}
