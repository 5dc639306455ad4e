import type pg from 'pg'
import type { createPreparedNames } from './connection.ts'
import { isRefusedData } from './failures.ts'

/** Maximum number of statements in flight: as with commits, few are enough, and each answers more reads. */
const lanes = 4
/** Maximum number of reads in a statement: more would make the first wait too long for the last. */
const mostTogether = 64
/**
 * Maximum wait for a read, in ms; the same as for a connection (connection.ts). A database that hangs must not make the
 * queue grow without bound.
 */
const longestWaitMs = 10_000

interface Waiting {
  readonly number: number
  /** Monotonic time, in ms. */
  readonly askedAt: number
  readonly values: readonly string[]
  readonly resolve: (rows: readonly (readonly unknown[])[]) => void
  readonly reject: (error: unknown) => void
}

/** The reads with the same SQL. */
interface Queue {
  reads: Waiting[]
}

/**
 * Answers single-row reads. Waiting reads with the same SQL share one statement, which looks up each by itself, because
 * a round trip costs more than a row. While few statements are in flight, a read is sent at the end of its turn of the
 * event loop.
 */
export function createReadQueue(pool: pg.Pool, prepared: ReturnType<typeof createPreparedNames>) {
  /** By their SQL, of which there are few texts: an emptied one stays (docs/performance/service.md, What V8 makes slow). */
  const waiting = new Map<string, Queue>()
  let underWay = 0
  let scheduled = false
  let count = 0

  const rowsOf = async (text: string, values: readonly unknown[]) => {
    const { rows } = await pool.query<unknown[]>({
      ...prepared(text),
      values: [...values],
      rowMode: 'array',
    })
    return rows
  }

  const answerAlone = async (text: string, { values, resolve, reject }: Waiting): Promise<void> => {
    try {
      resolve(await rowsOf(text, values))
    } catch (error) {
      reject(error)
    }
  }

  const answer = async (text: string, batch: readonly Waiting[]): Promise<void> => {
    const [first] = batch
    if (first === undefined) return
    if (batch.length === 1) return answerAlone(text, first)
    try {
      const lists = first.values.map((_, at) => batch.map(({ values }) => values[at]))
      const answers = batch.map((): unknown[][] => [])
      for (const [n, ...row] of await rowsOf(togetherText(text, lists.length), lists)) {
        const rows = answers[Number(n) - 1]
        if (rows === undefined)
          throw new Error('PostgreSQL returned rows for a read that is not in the batch')
        rows.push(row)
      }
      batch.forEach(({ resolve }, at) => {
        resolve(answers[at] ?? [])
      })
    } catch (error) {
      // Data that the server rejects in one read must not fail the others.
      if (isRefusedData(error)) for (const one of batch) await answerAlone(text, one)
      else for (const { reject } of batch) reject(error)
    }
  }

  const refuseLate = (queue: Queue): void => {
    const earliest = performance.now() - longestWaitMs
    const recent = queue.reads.findIndex(({ askedAt }) => askedAt >= earliest)
    for (const { reject } of takeFirst(queue, recent < 0 ? queue.reads.length : recent)) {
      reject(new Error(`the database kept a read waiting for more than ${longestWaitMs} ms`))
    }
  }

  /** Sends reads, starting with the SQL whose first read has waited longest. */
  const pump = (): void => {
    scheduled = false
    while (underWay < lanes) {
      let next: readonly [string, Queue] | undefined
      for (const each of waiting) {
        const [first] = each[1].reads
        const earliest = next?.[1].reads[0]?.number ?? Number.POSITIVE_INFINITY
        if (first !== undefined && first.number < earliest) next = each
      }
      if (next === undefined) return
      const [text, queue] = next
      refuseLate(queue)
      const batch = takeFirst(queue, mostTogether)
      if (batch.length === 0) continue
      underWay += 1
      void answer(text, batch).then(() => {
        underWay -= 1
        pump()
      })
    }
  }

  /** @param text SQL of one read; all parameters are texts. @returns its rows, as arrays */
  return (text: string, values: readonly string[]): Promise<readonly (readonly unknown[])[]> =>
    new Promise((resolve, reject) => {
      count += 1
      const one = { number: count, askedAt: performance.now(), values, resolve, reject }
      const queue = waiting.get(text)
      if (queue === undefined) waiting.set(text, { reads: [one] })
      else queue.reads.push(one)
      if (scheduled) return
      scheduled = true
      setImmediate(pump)
    })
}

/** Always leaves a new list: of one that shrinks and grows, V8 leaves old copies behind. */
function takeFirst(queue: Queue, count: number): readonly Waiting[] {
  const { reads } = queue
  queue.reads = reads.slice(count)
  return reads.slice(0, count)
}

const texts = new Map<string, string>()

/**
 * Returns SQL that runs the read for each line of the list parameters; each row is preceded by its line number, from 1.
 */
function togetherText(text: string, parameters: number): string {
  const known = texts.get(text)
  if (known !== undefined) return known
  const numbers = Array.from({ length: parameters }, (_, at) => at + 1)
  const lists = numbers.map((number) => `$${number}::text[]`).join(', ')
  const columns = numbers.map((number) => `value_${number}`).join(', ')
  const each = text.replace(/\$(\d+)/g, 'asked.value_$1')
  const made = `SELECT asked.line, found.*
    FROM unnest(${lists}) WITH ORDINALITY AS asked (${columns}, line), LATERAL (${each}) AS found`
  texts.set(text, made)
  return made
}
