import type { Result } from '../../../src-shared/result.ts'
import type { CommitFailure, IdempotencyWrite, Kind } from '../store.ts'
import type { ColumnValue } from '../tables.ts'
import type { Settled } from './commit-batch.ts'
import type { PreparedSet, Step } from './write-set.ts'

/**
 * The messages between the service's thread and the writer's. Each SQL text is sent once, and later referred to by
 * number.
 */
export interface SentSets {
  /** SQL texts that were not sent before, numbered from 0 in order of sending. */
  readonly texts: readonly string[]
  /**
   * All values in one flat list, because each nested list or object takes as long to send as ten values. For each set:
   * its idempotency and number of steps; for each step: text number, guarded resource and id, number of values, values.
   */
  readonly sets: readonly (ColumnValue | IdempotencyWrite)[]
}

interface SentError {
  readonly message: string
  readonly code: string | undefined
}
export type SentSettled =
  /** Number of rows it changed. */
  number | { readonly failure: CommitFailure } | { readonly error: SentError }
/** In the order in which the sets were sent. */
export interface Answer {
  readonly settled: readonly SentSettled[]
}

/** Numbers the texts of statements in order of sending. */
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
    /** Undoes `send` after a failure to send: the texts go with the next message. */
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

/** @param texts all texts received so far */
export function setsAsReceived({ sets }: SentSets, texts: readonly string[]): PreparedSet[] {
  const received: PreparedSet[] = []
  let at = 0
  const next = () => sets[at++]
  const nextStep = (): Step => {
    const sql = texts[next() as number]
    if (sql === undefined) throw new Error('the writer thread got a statement by number before its text')
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
