import { join } from 'node:path'
import Fastify from 'fastify'
import Database from 'libsql'

/**
 * What the service is measured against: bare Fastify that writes the same document to the same SQLite, as durably
 * (WAL, synchronous=full) and with the same trick (all requests of a tick share one commit), and does nothing else:
 * no key, no validation, no idempotency, no event.
 */
const database = new Database(join(process.argv[2] ?? '.', 'baseline.db'))
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
database.exec('CREATE TABLE intents (account_id TEXT, id TEXT, document TEXT, PRIMARY KEY (account_id, id))')
const insert = database.prepare('INSERT INTO intents VALUES (?, ?, ?)')

let waiting: { readonly id: string; readonly document: string; readonly done: () => void }[] = []
function write(id: string, document: string): Promise<void> {
  return new Promise((done) => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push({ id, document, done })
  })
}
function flush(): void {
  const batch = waiting
  waiting = []
  database.exec('BEGIN IMMEDIATE')
  for (const { id, document } of batch) insert.run('acct_baseline', id, document)
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
  await write(id, JSON.stringify(document))
  return document
})
const url = await server.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ event: 'ready', url }))
