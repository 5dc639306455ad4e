import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Row } from '../store/store.ts'

/**
 * Refuses to overwrite what another device has saved in the meantime, because lists of people are replaced as a whole.
 * @param revision the revision that the page showed; absent if the caller does not check it
 */
export function refuseStale(
  { id, version }: Pick<Row, 'id' | 'version'>,
  revision: number | undefined,
): ServiceError | null {
  if (revision === undefined || revision === version) return null
  const message = `${id} has changed since revision ${revision}; its revision is now ${version}. Fetch it, and save again.`
  return serviceError('state_conflict', message, { param: 'revision' })
}
