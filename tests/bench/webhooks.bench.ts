import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { numberFlag } from './support/flags.ts'
import { startProcess } from './support/processes.ts'
import { median, printRows } from './support/report.ts'

/**
 * Webhooks: the time from the commit of an event to its arrival at the listener under low load, and how many arrive per
 * second when payment intents are created as fast as possible. One endpoint on the same machine, SQLite with
 * synchronous=full; the listener and the load generator share the machine's cores. `--events=20 --seconds=2` for a
 * quick run.
 */
const quietEvents = numberFlag('events', 200)
const seconds = numberFlag('seconds', 5)

/** Arrival of each event by its intent, in ms of this process's clock. */
const arrivals = new Map<string, number>()
const listener = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    text += chunk
  })
  request.on('end', () => {
    const body = JSON.parse(text) as { readonly data: { readonly object: { readonly id: string } } }
    arrivals.set(body.data.object.id, performance.now())
    response.writeHead(204).end()
  })
})
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
const { port } = listener.address() as AddressInfo

const folder = mkdtempSync(join(tmpdir(), 'countertop-bench-'))
const service = await startProcess(join(projectRoot, 'dist/service/main.js'), [
  ...['--port', '0', '--data', join(folder, 'service'), '--sandbox', '--rate-limit', 'off'],
  '--private-webhooks',
])
const headers = {
  'content-type': 'application/json',
  'x-api-key': service.ready.private_key ?? '',
  'x-account-id': service.ready.account_id ?? '',
}
const post = async (path: string, body: object): Promise<{ readonly id: string }> => {
  const response = await fetch(`${service.ready.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as { readonly id: string }
}
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const delays: number[] = []
let rate = 0
let made = 0
let drained = 0
try {
  await post('/webhook_endpoints', {
    url: `http://127.0.0.1:${port}/`,
    event_types: ['v2.payment_intent.created'],
  })
  for (let count = 0; count < quietEvents; count += 1) {
    const { id } = await post('/payment_intents', { amount: 1234 })
    const answered = performance.now()
    await until(() => arrivals.has(id))
    // The answer is sent at the moment of the commit; a webhook may even be faster.
    delays.push(Math.max(0, (arrivals.get(id) ?? 0) - answered))
  }
  const before = arrivals.size
  const began = performance.now()
  const load = await autocannon({
    url: `${service.ready.url}/payment_intents`,
    method: 'POST',
    headers,
    body: JSON.stringify({ amount: 1234 }),
    connections: 16,
    duration: seconds,
  })
  const { '2xx': created, non2xx, errors } = load
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors under load`)
  made = created / seconds
  // A request whose answer was cut off at the end may have been executed.
  await until(() => arrivals.size - before >= created)
  drained = (performance.now() - began) / 1000
  rate = (arrivals.size - before) / drained
} finally {
  await service.stop()
  listener.close()
  rmSync(folder, { recursive: true, force: true })
}

const sorted = [...delays].sort((one, other) => one - other)
printRows('Webhooks, one endpoint, SQLite synchronous=full', [
  {
    name: 'from the answer to the first delivery',
    value: median(delays),
    unit: 'ms',
    note: `median of ${quietEvents}; 99 % within ${(sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(1)} ms`,
  },
  {
    name: 'deliveries under load',
    value: rate,
    unit: '/s',
    note: `${made.toFixed(0)} intents/s were created meanwhile; the last arrived ${drained.toFixed(1)} s after the first`,
  },
])
