import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installExternal } from '../../scripts/lib/external.mjs'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { createProgress } from '../../scripts/lib/progress.mjs'
import { startTestServer } from '../support/embedded-postgres.ts'
import { loopsPerSecond, type Step } from './support/loops.ts'
import { create, moneyLoop } from './support/money-loop.ts'
import { type ReadyProcess, startProcess } from './support/processes.ts'
import { median, printRows } from './support/report.ts'
import { saveCard } from './support/saved-card.ts'

/**
 * Money in loops over HTTP: create, pay, capture, refund, on both engines. The sandbox's bank takes 150 ms for each of
 * three answers, hence many connections. Then create and get alone, beside the npm package stripe-stateful-mock, which
 * keeps everything in memory and has no payment intents: an uncaptured charge stands for one. In turns in one run,
 * each side's median. The load generator shares the machine.
 */
const seconds = 6
const rounds = 3
const payers = 256
const connections = 64

const folder = mkdtempSync(join(tmpdir(), 'countertop-money-'))
const server = await startTestServer()
const start = async (name: string, env: Readonly<Record<string, string>>) => {
  const args = ['--port', '0', '--data', join(folder, name), '--sandbox', '--rate-limit', 'off']
  const process = await startProcess(join(projectRoot, 'dist/service/main.js'), args, env)
  return { ...process, customer: await saveCard(process.ready) }
}
const engines = {
  SQLite: await start('sqlite', {}),
  PostgreSQL: await start('postgres', { DATABASE_URL: await server.createDatabase() }),
}
const mockFolder = await installExternal('stripe-mock', createProgress(process.stdout).step)
const mock = await startProcess(join(projectRoot, 'tests/bench/support/stripe-mock-server.mjs'), [mockFolder])

const headersOf = ({ ready }: ReadyProcess) => ({
  'content-type': 'application/json',
  'x-api-key': ready.private_key ?? '',
  'x-account-id': ready.account_id ?? '',
})
const createAndGet: readonly Step[] = [
  create({ amount: 1234, reference_id: 'bench' }),
  { method: 'GET', path: ({ intent }) => `/payment_intents/${intent}` },
]
const chargeAndGet: readonly Step[] = [
  {
    method: 'POST',
    path: () => '/v1/charges',
    body: () => 'amount=1234&currency=usd&source=tok_visa&capture=false&description=bench',
    keep: ({ id }: { id: string }) => ({ charge: id }),
  },
  { method: 'GET', path: ({ charge }) => `/v1/charges/${charge}` },
]

const loops = { SQLite: [] as number[], PostgreSQL: [] as number[] }
const pairs = { SQLite: [] as number[], PostgreSQL: [] as number[], mock: [] as number[] }
for (let round = 0; round < rounds; round += 1) {
  for (const name of ['SQLite', 'PostgreSQL'] as const) {
    const service = engines[name]
    const run = { url: service.ready.url ?? '', headers: headersOf(service), seconds }
    loops[name].push(
      await loopsPerSecond({ ...run, steps: moneyLoop(service.customer), connections: payers }),
    )
    pairs[name].push(await loopsPerSecond({ ...run, steps: createAndGet, connections }))
  }
  const headers = {
    authorization: 'Bearer sk_test_bench',
    'content-type': 'application/x-www-form-urlencoded',
  }
  const url = mock.ready.url ?? ''
  pairs.mock.push(await loopsPerSecond({ url, headers, steps: chargeAndGet, connections, seconds }))
}
for (const process of [...Object.values(engines), mock]) await process.stop()
await server.stop()
rmSync(folder, { recursive: true, force: true })

const note = `${payers} connections; the sandbox's bank alone takes 450 ms of each`
printRows('Create, pay, capture, refund: loops, each durable at every step', [
  { name: 'Countertop on SQLite', value: median(loops.SQLite), unit: '/s', note },
  { name: 'Countertop on PostgreSQL', value: median(loops.PostgreSQL), unit: '/s', note },
])
const goal = { is: 'at least', value: 1 } as const
printRows('Create and get, beside an in-memory mock', [
  {
    name: 'stripe-stateful-mock, in memory',
    value: median(pairs.mock),
    unit: '/s',
    note: `${connections} connections`,
  },
  { name: 'Countertop on SQLite, durable', value: median(pairs.SQLite), unit: '/s', note: '' },
  { name: 'ratio', value: median(pairs.SQLite) / median(pairs.mock), unit: '×', note: '', goal },
  { name: 'Countertop on PostgreSQL, durable', value: median(pairs.PostgreSQL), unit: '/s', note: '' },
  { name: 'ratio', value: median(pairs.PostgreSQL) / median(pairs.mock), unit: '×', note: '', goal },
])
