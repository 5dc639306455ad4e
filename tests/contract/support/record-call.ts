import type { OperationName, OperationReply } from '../../../src-shared/api/operations.ts'

export interface Recorded {
  readonly body?: unknown
  readonly reply: unknown
}
export type Recording = Partial<Record<OperationName, Recorded>>

export interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: object
  readonly sessionKey?: string
  readonly key?: string
  readonly secret?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls an operation, and records its first answer. */
export type RecordCall = <Name extends OperationName>(
  name: Name,
  call?: Call,
) => Promise<OperationReply<Name>>
