import type { OperationName } from '../../../src-shared/api/operations.ts'
import recorded from './examples.json'

/** Request and reply of a real call of an operation, with normalized ids and times. */
export interface Example {
  readonly body?: Readonly<Record<string, never>>
  readonly reply: Readonly<Record<string, never>>
}

/** Recorded from a running service by tests/contract/examples.test.ts, which also checks them against it. */
export const exampleOf = (name: OperationName): Example | undefined =>
  (recorded as unknown as Partial<Record<OperationName, Example>>)[name]
