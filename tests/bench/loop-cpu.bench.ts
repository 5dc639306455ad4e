import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '../support/embedded-postgres.ts'
import { flag, numberFlag } from './support/flags.ts'
import { runLoops, type Step } from './support/loops.ts'
import { create, createAndGet, moneyLoop } from './support/money-loop.ts'
import { engineNames, startPair } from './support/paired-services.ts'
import { descendants, processorMs } from './support/process-tree.ts'

/**
 * Processor time of one loop in microseconds: of the service, of the bare handler beside it, and of PostgreSQL for
 * each. A fixed number of loops from 64 connections varies far less between runs than loops per second, and is reliable
 * while other programs run. `--engine=SQLite`, `--loops=2000`.
 */
const loops = numberFlag('loops', 2000)
const connections = numberFlag('connections', 64)
const engines = engineNames.filter((name) => (flag('engine') ?? name) === name)
const folder = mkdtempSync(join(tmpdir(), 'countertop-cpu-'))
const server = await startTestServer()

interface Side {
  readonly name: string
  readonly pid: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

async function measure({ name, pid, url, headers }: Side, what: string, steps: readonly Step[]) {
  const run = (count: number) => runLoops({ url, headers, steps, connections, count })
  // Prepares statements, and lets the hot functions be compiled.
  await run(loops / 2)
  const isDatabase = (one: number) => one !== process.pid && one !== pid
  const databaseMs = () =>
    descendants(process.pid)
      .filter(isDatabase)
      .reduce((sum, one) => sum + processorMs(one), 0)
  const before = { own: processorMs(pid), database: databaseMs() }
  const began = performance.now()
  await run(loops)
  const seconds = (performance.now() - began) / 1000
  const micros = (ms: number) => `${((ms * 1000) / loops).toFixed(0).padStart(6)} µs`
  const own = micros(processorMs(pid) - before.own)
  const database = micros(databaseMs() - before.database)
  console.log(
    `  ${what.padEnd(16)}${name.padEnd(12)}${own}  PostgreSQL ${database}  ${(loops / seconds).toFixed(0).padStart(6)} /s`,
  )
}

for (const engine of engines) {
  const pair = await startPair(folder, engine, { server })
  console.log(`\n${engine}: processor time of a loop`)
  const bare = {
    name: 'bare',
    pid: pair.pids.bare,
    url: pair.bareUrl,
    headers: { 'content-type': 'application/json' },
  }
  const service = { name: 'Countertop', pid: pair.pids.service, url: pair.url, headers: pair.headers }
  for (const [what, steps] of [
    ['money loop', moneyLoop(pair.customer)],
    ['create and get', createAndGet],
    ['create', [create({ amount: 1234, capture: false, reference_id: 'bench' })]],
  ] as const)
    for (const side of [bare, service]) await measure(side, what, steps)
  await pair.stop()
}
await server.stop()
rmSync(folder, { recursive: true, force: true })
