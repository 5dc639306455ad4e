import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '../support/embedded-postgres.ts'
import { numberFlag } from './support/flags.ts'
import { create } from './support/money-loop.ts'
import { engineNames, measurePair, startPair } from './support/paired-services.ts'
import { printRows } from './support/report.ts'

/**
 * Durable payment intents per second over HTTP, beside a bare Fastify handler that writes the same rows in the same
 * commit (support/baseline-server.ts says what it leaves out), in short turns, on both engines
 * (support/turns.ts). The load generator shares the machine. `--rounds=2` for a look.
 */
const load = {
  ...{ seconds: numberFlag('seconds', 1), rounds: numberFlag('rounds', 24), connections: 64 },
  steps: [create({ amount: 1234, capture: false, reference_id: 'bench' })],
}

const folder = mkdtempSync(join(tmpdir(), 'countertop-bench-'))
const server = await startTestServer()
for (const engine of engineNames) {
  const pair = await startPair(folder, engine, { server })
  const { bare, service, ratio } = await measurePair(pair, load)
  await pair.stop()
  const note = `${load.connections} connections, ${load.rounds} turns of ${load.seconds} s`
  printRows(`Create intent, durable, ${engine}`, [
    { name: 'bare Fastify + the same rows', value: bare, unit: 'req/s', note },
    {
      ...{ name: 'Countertop', value: service, unit: 'req/s', note: '' },
      ...(engine === 'SQLite' ? { goal: { is: 'at least', value: 5000 } as const } : {}),
    },
    {
      ...{ name: 'ratio', value: ratio, unit: '×', note: '' },
      goal: { is: 'at least', value: 0.9 },
    },
  ])
}
await server.stop()
rmSync(folder, { recursive: true, force: true })
