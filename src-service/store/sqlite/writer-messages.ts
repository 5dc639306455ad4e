import type { Result } from '../../../src-shared/result.ts'
import type { CommitFailure, IdempotencyWrite, Kind } from '../store.ts'
import type { ColumnValue } from '../tables.ts'
import type { Settled } from './commit-batch.ts'
import type { PreparedSet, Step } from './write-set.ts'

/** What the service's thread and the writer's send each other. A statement's text is sent once, then it is a number. */
type SentStep = readonly [text: number, values: readonly ColumnValue[], resource?: Kind, id?: string]
interface SentSet {
  readonly steps: readonly SentStep[]
  readonly idempotency?: IdempotencyWrite | undefined
}
export interface SentSets {
  /** Those that were not sent before; they are numbered from 0. */
  readonly texts: readonly string[]
  readonly sets: readonly SentSet[]
}

interface SentError {
  readonly message: string
  readonly code: string | undefined
}
export type SentSettled =
  /** How many rows it touched. */
  number | { readonly failure: CommitFailure } | { readonly error: SentError }
/** In the order in which the sets were sent. */
export interface Answer {
  readonly settled: readonly SentSettled[]
}

/** Numbers the texts of statements in the order in which they are sent. */
export function createTextNumbers() {
  const numbers = new Map<string, number>()
  let unsent: string[] = []
  return {
    send: (sets: readonly PreparedSet[]): SentSets => {
      const sent = sets.map(({ idempotency, steps }) =>
        idempotency === undefined
          ? { steps: steps.map(stepAsSent) }
          : { idempotency, steps: steps.map(stepAsSent) },
      )
      const texts = unsent
      unsent = []
      return { texts, sets: sent }
    },
    /** They were not sent after all: their texts go with the next ones. */
    takeBack: ({ texts }: SentSets): void => {
      unsent = [...texts, ...unsent]
    },
  }

  function stepAsSent({ sql, values, guards }: Step): SentStep {
    let number = numbers.get(sql)
    if (number === undefined) {
      number = numbers.size
      numbers.set(sql, number)
      unsent.push(sql)
    }
    return guards === undefined ? [number, values] : [number, values, guards.resource, guards.id]
  }
}

export function setAsReceived({ steps, idempotency }: SentSet, texts: readonly string[]): PreparedSet {
  return {
    idempotency,
    steps: steps.map(([text, values, resource, id]): Step => {
      const sql = texts[text]
      if (sql === undefined) throw new Error('a statement was sent whose text was not')
      return resource === undefined || id === undefined
        ? { sql, values }
        : { sql, values, guards: { resource, id } }
    }),
  }
}

export const settledAsSent = (settled: readonly Settled[]): readonly SentSettled[] =>
  settled.map((one) => {
    if ('error' in one) return { error: errorAsSent(one.error) }
    return one.outcome.ok ? one.outcome.value : { failure: one.outcome.error }
  })

export const errorAsSent = (error: unknown): SentError =>
  error instanceof Error
    ? { message: error.message, code: 'code' in error ? String(error.code) : undefined }
    : { message: String(error), code: undefined }

export function settledAsReceived(sent: SentSettled | undefined): Settled {
  if (sent === undefined) return { error: new Error('a write set was left out of its group') }
  if (typeof sent === 'number') return { outcome: { ok: true, value: sent } }
  if ('failure' in sent)
    return { outcome: { ok: false, error: sent.failure } satisfies Result<number, CommitFailure> }
  const { message, code } = sent.error
  return { error: code === undefined ? new Error(message) : Object.assign(new Error(message), { code }) }
}
