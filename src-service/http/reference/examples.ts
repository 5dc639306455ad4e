import type { OperationName } from '../../../src-shared/api/operations.ts'
import recorded from './examples.json'

/** What was sent in a real call of an operation, and what was answered; ids and times are made even. */
export interface Example {
  readonly body?: Readonly<Record<string, never>>
  readonly reply: Readonly<Record<string, never>>
}

/** Recorded from a running service by tests/contract/examples.test.ts, which also holds them against it. */
export const exampleOf = (name: OperationName): Example | undefined =>
  (recorded as unknown as Partial<Record<OperationName, Example>>)[name]
