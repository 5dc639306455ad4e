import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createApp } from '../../src-service/app.ts'
import { startTestServer } from '../support/embedded-postgres.ts'
import { silentLog } from '../support/silent-log.ts'
import { type Counted, countPostgres, countSqlite } from './support/counted-statements.ts'
import { numberFlag } from './support/flags.ts'
import { saveCard } from './support/saved-card.ts'

/**
 * The costs of a loop of create, pay, capture and refund, step by step, one request at a time: commits (each waits for
 * the disk once), statements that read and that write, bytes of the database's log, and the count of each statement.
 * Counts do not depend on other load on the machine; of the times only the shares are meaningful. `--statements` lists
 * each statement.
 */
const loops = numberFlag('loops', 100)
/** Statements that write; on SQLite each writes one row. */
const writes = /^\s*(INSERT|UPDATE|DELETE|WITH sets)/i
const frames = /^\s*(BEGIN|COMMIT)/i
const showStatements = process.argv.includes('--statements')

interface Engine {
  readonly name: string
  readonly take: () => Counted
  /** Bytes of the log since the database was created. */
  readonly logBytes: () => Promise<number>
}

async function measure(
  url: string,
  headers: Readonly<Record<string, string>>,
  customer: string,
  engine: Engine,
) {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${text}`)
    return JSON.parse(text) as {
      readonly id: string
      readonly latest_payment: { readonly id: string } | null
    }
  }
  const steps = {
    create: (_: string, __: string) =>
      post('/payment_intents', { amount: 1234, capture: false, reference_id: 'bench' }),
    pay: (intent: string) => post(`/payment_intents/${intent}/payments`, { customer_id: customer }),
    capture: (intent: string) => post(`/payment_intents/${intent}/capture`, {}),
    refund: (_: string, payment: string) => post(`/payments/${payment}/refunds`, {}),
  }
  const names = Object.keys(steps) as (keyof typeof steps)[]
  const sums = new Map(names.map((name) => [name, { ms: 0, bytes: 0, commits: 0, counted: emptyCount() }]))
  // The first loops prepare statements.
  for (let loop = -10; loop < loops; loop += 1) {
    let intent = ''
    let payment = ''
    for (const name of names) {
      const sum = sums.get(name)
      if (sum === undefined) continue
      engine.take()
      const before = await engine.logBytes()
      engine.take()
      const began = performance.now()
      const answer = await steps[name](intent, payment)
      const ms = performance.now() - began
      if (name === 'create') intent = answer.id
      if (name === 'pay') payment = answer.latest_payment?.id ?? ''
      const counted = engine.take()
      const bytes = (await engine.logBytes()) - before
      if (loop < 0) continue
      sum.ms += ms
      sum.bytes += bytes
      sum.commits += counted.commits
      for (const [sql, { runs, ms: spent }] of counted.statements) {
        const known = sum.counted.get(sql) ?? { runs: 0, ms: 0 }
        sum.counted.set(sql, { runs: known.runs + runs, ms: known.ms + spent })
      }
    }
  }
  console.log(`\n${engine.name}: each step, of ${loops} loops`)
  console.log('             commits     reads    writes   KiB of log      ms   ms in SQLite')
  for (const name of names) {
    const sum = sums.get(name)
    if (sum === undefined) continue
    const all = [...sum.counted.values()]
    const runsOf = (writing: boolean) =>
      [...sum.counted].reduce(
        (total, [sql, { runs }]) => total + (writes.test(sql) === writing && !frames.test(sql) ? runs : 0),
        0,
      )
    const spent = all.reduce((total, one) => total + one.ms, 0)
    const per = (value: number, digits = 1) => (value / loops).toFixed(digits)
    console.log(
      `  ${name.padEnd(10)}${per(sum.commits || runsOf(true)).padStart(8)}${per(runsOf(false)).padStart(10)}${per(runsOf(true)).padStart(10)}${per(sum.bytes / 1024).padStart(13)}${per(sum.ms, 2).padStart(8)}${per(spent, 2).padStart(15)}`,
    )
    if (!showStatements) continue
    for (const [sql, one] of [...sum.counted].sort((a, b) => b[1].ms - a[1].ms || b[1].runs - a[1].runs)) {
      if (one.runs / loops < 0.05) continue
      const text = sql.replaceAll(/\s+/g, ' ').slice(0, 110)
      console.log(`      ${per(one.runs).padStart(6)} ×${per(one.ms, 3).padStart(8)} ms  ${text}`)
    }
  }
}

const emptyCount = () => new Map<string, { readonly runs: number; readonly ms: number }>()

async function start(dataDirectory: string, databaseUrl?: string) {
  const app = await createApp(
    {
      ...{ port: 0, host: '127.0.0.1', dataDirectory, sandbox: true, bankDelayMs: 0, rateLimit: null },
      ...{ checkReplies: false, privateKey: null, vaultKeys: undefined },
      ...(databaseUrl === undefined
        ? {}
        : { databaseUrl, vaultKeys: Buffer.alloc(32, 7).toString('base64') }),
    },
    silentLog,
  )
  const url = await app.listen()
  const { private_key = '', account_id = '' } = app.sandbox ?? {}
  const customer = await saveCard({ url, private_key, account_id })
  return { app, url, headers: { 'x-api-key': private_key, 'x-account-id': account_id }, customer }
}

const folder = mkdtempSync(join(tmpdir(), 'countertop-costs-'))
{
  const { take } = countSqlite()
  const { app, url, headers, customer } = await start(join(folder, 'sqlite'))
  const log = join(folder, 'sqlite', 'service.db-wal')
  await measure(url, headers, customer, { name: 'SQLite', take, logBytes: async () => statSync(log).size })
  await app.stop()
}
{
  const server = await startTestServer()
  const databaseUrl = await server.createDatabase()
  const watcher = new pg.Client({ connectionString: databaseUrl })
  await watcher.connect()
  const { take } = countPostgres()
  const { app, url, headers, customer } = await start(join(folder, 'postgres'), databaseUrl)
  await measure(url, headers, customer, {
    name: 'PostgreSQL (each statement is a round trip and, where it writes, a commit of any number of rows)',
    take,
    logBytes: async () => {
      const { rows } = await watcher.query<{ bytes: string }>(
        "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes",
      )
      return Number(rows[0]?.bytes)
    },
  })
  await app.stop()
  await watcher.end()
  await server.stop()
}
rmSync(folder, { recursive: true, force: true })
