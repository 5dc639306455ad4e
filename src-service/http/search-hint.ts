import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { OperationFacts } from '../../src-shared/api/operation.ts'
import { operationFacts } from '../../src-shared/api/operation-facts.ts'

const searches: ReadonlySet<string> = new Set(
  Object.values(operationFacts).flatMap(({ method, path }) => (method === 'POST' ? [path] : [])),
)

/** Adds the search to the refusal of a filter, for a list that has none. */
export function withSearchHint(
  { method, path }: Pick<OperationFacts, 'method' | 'path'>,
  error: ServiceError,
): ServiceError {
  const search = `${path}/search`
  if (error.code !== 'parameter_unknown' || method !== 'GET' || !searches.has(search)) return error
  return { ...error, message: `${error.message} To search, use POST ${search}.` }
}
