import type { Operation, OperationFacts } from './operation.ts'
import { type OperationName, operationEntries } from './operations.ts'

/** What is known of an operation before its schemas are made. */
export interface KnownOperation extends OperationFacts {
  /** It takes a query, which is checked by its row's schema. */
  readonly hasQuery: boolean
}

const factsOf = ({ params: _p, query, body: _b, reply: _r, ...facts }: Operation): KnownOperation => ({
  ...facts,
  hasQuery: query !== undefined,
})

/**
 * The contract without its schemas, for a service that makes those of a resource when it is first asked for (operation-of.ts). The build
 * runs this file and keeps only its value, as it does with the facts of commands (src-shared/pos/command-facts.ts).
 */
export const operationFacts = Object.fromEntries(
  operationEntries.map(([name, row]) => [name, factsOf(row)]),
) as Readonly<Record<OperationName, KnownOperation>>
