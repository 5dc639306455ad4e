import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '../support/embedded-postgres.ts'
import { numberFlag } from './support/flags.ts'
import { create } from './support/money-loop.ts'
import { engineNames, measurePair, startPair } from './support/paired-services.ts'
import { median, printRows } from './support/report.ts'

/**
 * Durable payment intents per second over HTTP, beside a bare Fastify handler that writes the same rows in the same
 * commit (support/baseline-server.ts lists what it leaves out), in short turns, on both engines (support/turns.ts). One
 * process in eight, of ours or bare, is slower by half for its whole life, so several pairs are started and the median
 * counts. The load generator shares the machine. `--rounds=2 --pairs=1` for a quick run.
 */
const load = {
  ...{ seconds: numberFlag('seconds', 1), rounds: numberFlag('rounds', 10), connections: 64 },
  steps: [create({ amount: 1234, capture: false, reference_id: 'bench' })],
}
const pairs = numberFlag('pairs', 5)

const server = await startTestServer()
for (const engine of engineNames) {
  const measured: Awaited<ReturnType<typeof measurePair>>[] = []
  for (let count = 0; count < pairs; count += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'countertop-bench-'))
    const pair = await startPair(folder, engine, { server })
    measured.push(await measurePair(pair, load))
    await pair.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const ratios = measured.map(({ ratio }) => ratio)
  const note = `${load.connections} connections, ${pairs} pairs, ${load.rounds} turns of ${load.seconds} s each`
  printRows(`Create intent, durable, ${engine}`, [
    {
      ...{ name: 'bare Fastify + the same rows', unit: 'req/s', note },
      value: median(measured.map(({ bare }) => bare)),
    },
    {
      ...{ name: 'Countertop', unit: 'req/s', note: '' },
      value: median(measured.map(({ service }) => service)),
      ...(engine === 'SQLite' ? { goal: { is: 'at least', value: 5000 } as const } : {}),
    },
    {
      ...{ name: 'ratio', value: median(ratios), unit: '×' },
      note: `of the pairs ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
      goal: { is: 'at least', value: 0.9 },
    },
  ])
}
await server.stop()
