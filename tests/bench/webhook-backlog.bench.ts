import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { firstRow } from '../../src-service/store/row-writes.ts'
import { createSqliteStore } from '../../src-service/store/sqlite/sqlite-store.ts'
import { deliveryId } from '../../src-service/webhooks/documents.ts'
import { createIdSource } from '../../src-shared/ids.ts'
import { createRandom } from '../chaos/support/random.ts'
import { numberFlag } from './support/flags.ts'
import { serviceArguments } from './support/grown-shop.ts'
import { type ReadyProcess, startProcess } from './support/processes.ts'
import { percentile, printRows } from './support/report.ts'

/**
 * An endpoint was unavailable, and a number of events wait for it (`--events=100000`): the time of a sale while it is
 * unavailable and while it receives them, and how many it receives a second. `--seconds` of each. SQLite; the listener
 * shares the machine's cores.
 */
const waiting = numberFlag('events', 100_000)
const seconds = numberFlag('seconds', 15)

let isThere = false
let arrived = 0
const listener = createServer((request, response) => {
  request.resume().on('end', () => {
    if (isThere) arrived += 1
    response.writeHead(isThere ? 204 : 503).end()
  })
})
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
const address = listener.address()
const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`

const folder = mkdtempSync(join(tmpdir(), 'bench-backlog-'))
const start = () => startProcess(fromRoot('dist/service/main.js'), serviceArguments(folder))

const call = async <Reply>({ ready }: ReadyProcess, path: string, body: object): Promise<Reply> => {
  const headers = { 'x-api-key': ready.private_key ?? '', 'x-account-id': ready.account_id ?? '' }
  const init = { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${ready.url}${path}`, {
    ...init,
    headers: { ...headers, 'content-type': 'application/json' },
  })
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as Reply
}

/** Events of the last day, none of which the endpoint has received. */
async function fill(accountId: string, endpoint_id: string): Promise<void> {
  const store = createSqliteStore(join(folder, 'service.db'))
  const end = Date.now()
  let now = end
  const newId = createIdSource(() => now, createRandom(7))
  const perCommit = 500
  for (let from = 0; from < waiting; from += perCommit) {
    const events = Array.from({ length: Math.min(perCommit, waiting - from) }, (_, index) => {
      now = end - Math.floor((86_400_000 * (waiting - from - index)) / waiting)
      const object = {
        id: newId('payment_intent'),
        entity: 'payment_intent',
        amount: 1_200,
        status: 'created',
      }
      const type = 'v2.payment_intent.created' as const
      return { id: newId('event'), account_id: accountId, created_at: now, sequence: 1, type, object }
    })
    const writes = events.map(({ id, created_at }) => {
      const document = {
        endpoint_id,
        event_id: id,
        status: 'pending',
        due_at: created_at,
        tries: 0,
        attempts: [],
      }
      const row = firstRow(accountId, deliveryId(id, endpoint_id), document, created_at)
      return { op: 'insert', kind: 'webhook_delivery', row } as const
    })
    const outcome = await store.commit({ writes, events: events as never })
    if (!outcome.ok) throw new Error('the events could not be filled')
  }
  await store.close()
  const database = new Libsql(join(folder, 'service.db'))
  database.exec('UPDATE events SET pending = NULL; PRAGMA wal_checkpoint(TRUNCATE);')
  database.close()
}

async function sales(service: ReadyProcess): Promise<readonly number[]> {
  const times: number[] = []
  for (const ends = performance.now() + seconds * 1_000; performance.now() < ends; ) {
    const began = performance.now()
    await call(service, '/payment_intents', { amount: 1_234 })
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return times
}

let service = await start()
try {
  await sales(service)
  const alone = await sales(service)
  const body = { url, event_types: ['v2.payment_intent.created'] }
  const { id } = await call<{ readonly id: string }>(service, '/webhook_endpoints', body)
  await service.stop()
  await fill(service.ready.account_id ?? '', id)
  service = await start()
  await sales(service)
  const away = await sales(service)
  isThere = true
  // The next attempt at a failed endpoint may be some seconds away.
  while (arrived < 100) await call(service, '/payment_intents', { amount: 1_234 })
  const [before, began] = [arrived, performance.now()]
  const draining = await sales(service)
  const rate = (arrived - before) / ((performance.now() - began) / 1_000)
  const row = (name: string, times: readonly number[]) => {
    const note = `99 % within ${percentile(times, 0.99).toFixed(1)} ms, the longest ${Math.max(...times).toFixed(1)}, of ${times.length}`
    return { name, value: percentile(times, 0.5), unit: 'ms', note }
  }
  printRows(`${waiting.toLocaleString('en-US')} events wait for one endpoint, SQLite`, [
    row('an intent, without them', alone),
    row('an intent, while the endpoint is away', away),
    row('an intent, while it gets them', draining),
    { name: 'webhooks', value: rate, unit: '/s', note: `${Math.round(waiting / rate)} s for all` },
  ])
} finally {
  await service.stop()
  listener.closeAllConnections()
  listener.close()
  rmSync(folder, { recursive: true, force: true })
}
