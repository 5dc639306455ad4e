import { join } from 'node:path'
import Fastify from 'fastify'
import Database from 'libsql'
import schema from '../../../src-service/store/migrations/0001-first.sql'
import searchIndexes from '../../../src-service/store/migrations/0005-search.sql'

/**
 * What the service is measured against: bare Fastify on the same SQLite, as durable (WAL, synchronous=full) and with
 * the same trick (all requests of a turn share one commit), that does nothing else: no key, no validation, no
 * idempotency. `same` writes the same rows into the same tables (the intent and its event); `plain` writes the
 * document alone into a table without checks or further indexes.
 */
const [folder = '.', mode = 'same'] = process.argv.slice(2)
const database = new Database(join(folder, `baseline-${mode}.db`))
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
if (mode === 'same') database.exec(schema + searchIndexes)
else
  database.exec(
    'CREATE TABLE intents (account_id TEXT, id TEXT, document TEXT, PRIMARY KEY (account_id, id))',
  )

const insertPlain = mode === 'plain' ? database.prepare('INSERT INTO intents VALUES (?, ?, ?)') : null
const intentColumns =
  'account_id, id, version, created_at, updated_at, status, amount, settlement_status, reference_id, document'
const insertIntent =
  mode === 'same'
    ? database.prepare(`INSERT INTO payment_intents (${intentColumns}) VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?)`)
    : null
const eventColumns = 'id, account_id, type, created_at, kind, resource_id'
const insertEvent =
  mode === 'same' ? database.prepare(`INSERT INTO events (${eventColumns}) VALUES (?, ?, ?, ?, ?, ?)`) : null

const account = 'acct_baseline'
function write(id: string, document: string): void {
  const now = Date.now()
  insertPlain?.run(account, id, document)
  insertIntent?.run(account, id, now, now, 'created', 1234, 'unsettled', 'bench', document)
  insertEvent?.run(`evt_${id}`, account, 'v2.payment_intent.created', now, 'payment_intent', id)
}

let waiting: { readonly id: string; readonly document: string; readonly done: () => void }[] = []
function commit(id: string, document: string): Promise<void> {
  return new Promise((done) => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push({ id, document, done })
  })
}
function flush(): void {
  const batch = waiting
  waiting = []
  database.exec('BEGIN IMMEDIATE')
  for (const { id, document } of batch) write(id, document)
  database.exec('COMMIT')
  for (const { done } of batch) done()
}

/** A document of the size of a new payment intent. */
const filler = Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`field_number_${index}`, null]))
let count = 0
const server = Fastify()
server.post('/payment_intents', async (request) => {
  const id = `pi_${String(++count).padStart(26, '0')}`
  const document = { id, ...(request.body as object), ...filler }
  await commit(id, JSON.stringify(document))
  return document
})
const url = await server.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ event: 'ready', url }))
