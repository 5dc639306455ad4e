import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { build } from 'esbuild'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { startProcess } from './support/processes.ts'
import { median, printRows } from './support/report.ts'

/**
 * Durable payment intents per second over HTTP on SQLite (synchronous=full), beside bare Fastify that writes
 * the same rows (and one that only inserts a document), in turns in one run, each side's median. The load generator shares the machine.
 */
const seconds = 6
const rounds = 3
const connections = 64

const folder = mkdtempSync(join(tmpdir(), 'countertop-bench-'))
const baselineProgram = join(projectRoot, '.cache', 'bench', 'baseline-server.js')
await build({
  entryPoints: [join(projectRoot, 'tests/bench/support/baseline-server.ts')],
  outfile: baselineProgram,
  bundle: true,
  platform: 'node',
  format: 'esm',
  external: ['libsql'],
  loader: { '.sql': 'text' },
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
})

const baselines = {
  plain: await startProcess(baselineProgram, [folder, 'plain']),
  same: await startProcess(baselineProgram, [folder, 'same']),
}
const service = await startProcess(join(projectRoot, 'dist/service/main.js'), [
  ...['--port', '0', '--data', join(folder, 'service'), '--sandbox', '--rate-limit', 'off'],
])

async function load(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({
    url: `${url}/payment_intents`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ amount: 1234, reference_id: 'bench' }),
    connections,
    duration: seconds,
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors under load`)
  }
  return result.requests.average
}

const serviceHeaders = {
  'x-api-key': service.ready.private_key ?? '',
  'x-account-id': service.ready.account_id ?? '',
}
const plain: number[] = []
const same: number[] = []
const ours: number[] = []
for (let round = 0; round < rounds; round++) {
  plain.push(await load(baselines.plain.ready.url ?? '', {}))
  same.push(await load(baselines.same.ready.url ?? '', {}))
  ours.push(await load(service.ready.url ?? '', serviceHeaders))
}
await service.stop()
await baselines.plain.stop()
await baselines.same.stop()
rmSync(folder, { recursive: true, force: true })

printRows('Create intent, durable, SQLite synchronous=full', [
  {
    name: 'bare Fastify + one plain insert',
    value: median(plain),
    unit: 'req/s',
    note: `${connections} connections; for comparison`,
  },
  {
    name: 'bare Fastify + the same write',
    value: median(same),
    unit: 'req/s',
    note: 'the same rows: intent and event',
  },
  {
    name: 'Countertop',
    value: median(ours),
    unit: 'req/s',
    note: `median of ${rounds} × ${seconds} s`,
    goal: { is: 'at least', value: 5000 },
  },
  {
    name: 'ratio to the same write',
    value: median(ours) / median(same),
    unit: '×',
    note: '',
    goal: { is: 'at least', value: 0.7 },
  },
  { name: 'ratio to one plain insert', value: median(ours) / median(plain), unit: '×', note: '' },
])
