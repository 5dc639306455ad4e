import type { Result } from '../../../src-shared/result.ts'
import type { CommitFailure, IdempotencyWrite, Kind } from '../store.ts'
import type { ColumnValue } from '../tables.ts'
import type { Settled } from './commit-batch.ts'
import type { PreparedSet, Step } from './write-set.ts'

/** What the service's thread and the writer's send each other. A statement's text is sent once, then it is a number. */
export interface SentSets {
  /** Those that were not sent before; they are numbered from 0. */
  readonly texts: readonly string[]
  /**
   * All in one list, for each further list or object takes as long to send as ten values. Of a set its idempotency and how
   * many steps it has, of a step its text, what it guards, how many values it has, and these.
   */
  readonly sets: readonly (ColumnValue | IdempotencyWrite)[]
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
      const sent: (ColumnValue | IdempotencyWrite)[] = []
      for (const { idempotency = null, steps } of sets) {
        sent.push(idempotency, steps.length)
        for (const { sql, values, guards } of steps) {
          sent.push(numberOf(sql), guards?.resource ?? null, guards?.id ?? null, values.length, ...values)
        }
      }
      const texts = unsent
      unsent = []
      return { texts, sets: sent }
    },
    /** They were not sent after all: their texts go with the next ones. */
    takeBack: ({ texts }: SentSets): void => {
      unsent = [...texts, ...unsent]
    },
  }

  function numberOf(sql: string): number {
    const known = numbers.get(sql)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(sql, number)
    unsent.push(sql)
    return number
  }
}

/** @param texts all that were sent so far */
export function setsAsReceived({ sets }: SentSets, texts: readonly string[]): PreparedSet[] {
  const received: PreparedSet[] = []
  let at = 0
  const next = () => sets[at++]
  const nextStep = (): Step => {
    const sql = texts[next() as number]
    if (sql === undefined) throw new Error('a statement was sent whose text was not')
    const resource = next() as Kind | null
    const id = next() as string | null
    const count = next() as number
    const values = sets.slice(at, at + count) as ColumnValue[]
    at += count
    return resource === null || id === null ? { sql, values } : { sql, values, guards: { resource, id } }
  }
  while (at < sets.length) {
    const idempotency = (next() as IdempotencyWrite | null) ?? undefined
    const count = next() as number
    received.push({ idempotency, steps: Array.from({ length: count }, nextStep) })
  }
  return received
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
