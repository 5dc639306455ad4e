import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { numberFlag } from './support/flags.ts'
import { startProcess } from './support/processes.ts'
import { median, printRows } from './support/report.ts'

/**
 * Durable checkout sessions per second beside payment intents, in turns on one service: a session is its intent, one
 * more row and one more event, in one commit. SQLite, synchronous=full; the load generator shares the machine.
 * `--rounds=1 --seconds=2` for a quick run.
 */
const seconds = numberFlag('seconds', 5)
const rounds = numberFlag('rounds', 3)
const connections = 64

const folder = mkdtempSync(join(tmpdir(), 'countertop-bench-'))
const service = await startProcess(join(projectRoot, 'dist/service/main.js'), [
  ...['--port', '0', '--data', join(folder, 'service'), '--sandbox', '--rate-limit', 'off'],
])

async function load(path: string, body: object): Promise<number> {
  const result = await autocannon({
    url: `${service.ready.url ?? ''}${path}`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': service.ready.private_key ?? '',
      'x-account-id': service.ready.account_id ?? '',
    },
    body: JSON.stringify(body),
    connections,
    duration: seconds,
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors under load`)
  }
  return result.requests.average
}

const intents: number[] = []
const sessions: number[] = []
try {
  const payment_intent_data = { amount: 1234, reference_id: 'bench' }
  for (let round = 0; round < rounds; round += 1) {
    intents.push(await load('/payment_intents', payment_intent_data))
    sessions.push(await load('/checkout_sessions', { payment_intent_data }))
  }
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}

const note = `median of ${rounds} × ${seconds} s, ${connections} connections`
printRows('Create a checkout session, durable, SQLite synchronous=full', [
  { name: 'create intent', value: median(intents), unit: 'req/s', note },
  { name: 'create checkout session', value: median(sessions), unit: 'req/s', note },
  {
    name: 'ratio',
    value: median(sessions) / median(intents),
    unit: '×',
    note: 'two rows and two events instead of one',
  },
])
