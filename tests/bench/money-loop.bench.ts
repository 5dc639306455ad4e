import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installExternal } from '../../scripts/lib/external.mjs'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { createProgress } from '../../scripts/lib/progress.mjs'
import { startTestServer } from '../support/embedded-postgres.ts'
import { numberFlag } from './support/flags.ts'
import { loopsPerSecond, type Step } from './support/loops.ts'
import { createAndGet, moneyLoop } from './support/money-loop.ts'
import { engineNames, measurePair, startPair } from './support/paired-services.ts'
import { startProcess } from './support/processes.ts'
import { median, printRows } from './support/report.ts'

/**
 * Money in loops over HTTP: create, pay, capture, refund, on both engines, beside a bare Fastify handler that writes the same
 * rows in the same number of commits (support/baseline-server.ts says what it leaves out). Then create and get
 * alone, beside the npm package stripe-stateful-mock, which keeps everything in memory and has no payment intents: an
 * uncaptured charge stands for one. In turns in one run, each side's median. The load generator shares the machine.
 *
 * The sandbox's bank answers at once; `--bank-delay=150` gives it the time it takes otherwise, for each of three answers
 * (with `--connections=256`, as most of them then wait). `--rounds=1 --seconds=2` for a look.
 */
const seconds = numberFlag('seconds', 6)
const rounds = numberFlag('rounds', 3)
const connections = numberFlag('connections', 64)
const bankDelayMs = numberFlag('bank-delay', 0)
/** A well-known open-source payment module, on the same kind of machine, and how many times that is the goal. */
const peerLoops = 28
const timesPeer = { SQLite: 20, PostgreSQL: 10 } as const

const chargeAndGet: readonly Step[] = [
  {
    method: 'POST',
    path: () => '/v1/charges',
    body: () => 'amount=1234&currency=usd&source=tok_visa&capture=false&description=bench',
    keep: 'ch',
  },
  { method: 'GET', path: ({ ch }) => `/v1/charges/${ch}` },
]

const folder = mkdtempSync(join(tmpdir(), 'countertop-money-'))
const server = await startTestServer()
const mockFolder = await installExternal('stripe-mock', createProgress(process.stdout).step)
const mockProgram = join(projectRoot, 'tests/bench/support/stripe-mock-server.mjs')

for (const engine of engineNames) {
  const pair = await startPair(folder, engine, { server, bankDelayMs })
  const load = { steps: moneyLoop(pair.customer), seconds, rounds, connections }
  const { bare, service } = await measurePair(pair, load)
  const bank =
    bankDelayMs === 0 ? 'the bank answers at once' : `the bank takes ${bankDelayMs} ms, three times`
  const note = `${connections} connections; ${bank}`
  const atLeast = (value: number) => ({ goal: { is: 'at least', value } as const })
  const absolute = timesPeer[engine] * peerLoops
  printRows(`Create, pay, capture, refund on ${engine}: loops, durable at every step`, [
    { name: 'bare Fastify + the same rows', value: bare, unit: '/s', note },
    { name: 'Countertop', value: service, unit: '/s', note: '', ...atLeast(absolute) },
    { name: 'ratio', value: service / bare, unit: '×', note: '', ...atLeast(0.7) },
    {
      name: `ratio to ${peerLoops} loops/s`,
      value: service / peerLoops,
      unit: '×',
      note: 'a payment module of others',
    },
  ])

  const mock = await startProcess(mockProgram, [mockFolder])
  const pairs = { mock: [] as number[], bare: [] as number[], service: [] as number[] }
  const forms = {
    authorization: 'Bearer sk_test_bench',
    'content-type': 'application/x-www-form-urlencoded',
  }
  for (let round = 0; round < rounds; round += 1) {
    const run = { connections, seconds }
    pairs.mock.push(
      await loopsPerSecond({ ...run, url: mock.ready.url ?? '', headers: forms, steps: chargeAndGet }),
    )
    pairs.bare.push(
      await loopsPerSecond({
        ...{ ...run, url: pair.bareUrl, headers: { 'content-type': 'application/json' } },
        steps: createAndGet,
      }),
    )
    pairs.service.push(
      await loopsPerSecond({ ...run, url: pair.url, headers: pair.headers, steps: createAndGet }),
    )
  }
  await mock.stop()
  await pair.stop()
  printRows(`Create and get on ${engine}, beside an in-memory mock`, [
    { name: 'stripe-stateful-mock, in memory', value: median(pairs.mock), unit: '/s', note: '' },
    { name: 'bare Fastify + the same rows', value: median(pairs.bare), unit: '/s', note: '' },
    { name: 'Countertop, durable', value: median(pairs.service), unit: '/s', note: '' },
    { name: 'ratio', value: median(pairs.service) / median(pairs.mock), unit: '×', note: '', ...atLeast(3) },
  ])
}
await server.stop()
rmSync(folder, { recursive: true, force: true })
