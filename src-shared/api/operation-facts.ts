import type { Operation, OperationFacts } from './operation.ts'
import { type OperationName, operationEntries } from './operations.ts'

/** The facts of an operation that are known before its schemas are built. */
export interface KnownOperation extends OperationFacts {
  /** Whether the query has a `limit`: the operation returns a list. */
  readonly hasLimit: boolean
}

const factsOf = ({ params: _p, query, body: _b, reply: _r, ...facts }: Operation): KnownOperation => ({
  ...facts,
  hasLimit: query !== undefined && 'limit' in query.shape,
})

/**
 * The contract without its schemas, for a service that builds the schemas of a resource on first use (operation-of.ts).
 * The build runs this file and keeps only its value, as with the facts of commands (src-shared/pos/command-facts.ts).
 */
export const operationFacts = Object.fromEntries(
  operationEntries.map(([name, row]) => [name, factsOf(row)]),
) as Readonly<Record<OperationName, KnownOperation>>
