import { type App, createApp } from '../../../src-service/app.ts'
import { commitStatement } from '../../../src-service/store/postgres/commit-statement.ts'
import { payloadOf } from '../../../src-service/store/postgres/set-payload.ts'
import type { Statement } from '../../../src-service/store/sqlite/statements.ts'
import { applyWriteSet, prepareSet } from '../../../src-service/store/sqlite/write-set.ts'
import type { WriteSet } from '../../../src-service/store/store.ts'
import { silentLog } from '../../support/silent-log.ts'
import { runLoop } from './loops.ts'
import { moneyLoop } from './money-loop.ts'
import { saveCard } from './saved-card.ts'

/** One statement and its values; on PostgreSQL the only value is the payload of one write set. */
export interface RecordedRun {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** The writes of one request, commit by commit, and its answer. */
export interface RecordedStep {
  readonly commits: readonly (readonly RecordedRun[])[]
  readonly reply: string
}

/** A loop of create, pay, capture and refund as the service executed it. */
export interface RecordedLoop {
  readonly steps: readonly RecordedStep[]
  /** All values that must be unique to each loop, in order of creation. */
  readonly ids: readonly string[]
}

/**
 * Runs one loop on the service and records its commits as statements of the engine. Each measurement records anew, so
 * that the baseline writes what the service writes today. On PostgreSQL the books of the sandbox's bank are rows of the
 * same database, and so are included; on SQLite they are a separate file, and are not.
 *
 * @param databaseUrl of an empty PostgreSQL database; without it SQLite
 */
export async function recordLoop(folder: string, databaseUrl?: string): Promise<RecordedLoop> {
  const app = await createApp(
    {
      ...{
        port: 0,
        host: '127.0.0.1',
        dataDirectory: folder,
        sandbox: true,
        bankDelayMs: 0,
        rateLimit: null,
      },
      ...{ checkReplies: false, privateKey: null, vaultKeys: Buffer.alloc(32, 7).toString('base64') },
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
    },
    silentLog,
  )
  try {
    const url = await app.listen()
    const { private_key = '', account_id = '' } = app.sandbox ?? {}
    const customer = await saveCard({ url, private_key, account_id })
    const headers = {
      'content-type': 'application/json',
      'x-api-key': private_key,
      'x-account-id': account_id,
    }
    const runsOf = databaseUrl === undefined ? sqliteRuns : postgresRuns
    const committed = watchCommits(app)
    const ids: string[] = []
    const steps: RecordedStep[] = []
    await runLoop(moneyLoop(customer), async (method, path, body) => {
      committed.length = 0
      const response = await fetch(`${url}${path}`, { method, headers, body })
      const text = await response.text()
      ids.push(...committed.flatMap(idsOf))
      steps.push({ commits: committed.map(runsOf), reply: text })
      return { status: response.status, text }
    })
    return { steps, ids: [...new Set(ids)] }
  } finally {
    await app.stop()
  }
}

/** Records all commits from now on, in order: every use case shares the one store. */
function watchCommits({ services: { store } }: App): WriteSet[] {
  const committed: WriteSet[] = []
  const { commit } = store
  Object.assign(store, {
    commit: (set: WriteSet) => {
      committed.push(set)
      return commit(set)
    },
  })
  return committed
}

interface WithOrder {
  readonly gateway_response?: { readonly order_id?: string } | null
}

/** Also the bank's references of its requests, which are unique for each row. */
const idsOf = ({ writes, events = [] }: WriteSet): readonly string[] => [
  ...writes.flatMap((write) => {
    if (write.op === 'delete') return []
    const order = (write.row.document as WithOrder).gateway_response?.order_id
    return [...(write.op === 'insert' ? [write.row.id] : []), ...(typeof order === 'string' ? [order] : [])]
  }),
  ...events.map(({ id }) => id),
]

/** The statements of SQLite's engine, in its order. */
function sqliteRuns(set: WriteSet): readonly RecordedRun[] {
  const runs: RecordedRun[] = []
  const note = (sql: string) => ({
    run: (values: readonly unknown[]) => {
      runs.push({ sql, values })
      return { changes: 1, lastInsertRowid: 0 }
    },
  })
  applyWriteSet((sql) => note(sql) as unknown as Statement, prepareSet(set))
  return runs
}

/** The one statement of PostgreSQL's engine. */
function postgresRuns(set: WriteSet): readonly RecordedRun[] {
  const { shape, json, documents } = payloadOf(set)
  return [{ sql: commitStatement(shape), values: [json, ...documents] }]
}
