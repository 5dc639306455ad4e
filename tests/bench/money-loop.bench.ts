import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installExternal } from '../../scripts/lib/external.mjs'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { createProgress } from '../../scripts/lib/progress.mjs'
import { startTestServer } from '../support/embedded-postgres.ts'
import { numberFlag } from './support/flags.ts'
import type { Step } from './support/loops.ts'
import { createAndGet, moneyLoop } from './support/money-loop.ts'
import { engineNames, loadsOf, measurePair, startPair } from './support/paired-services.ts'
import { startProcess } from './support/processes.ts'
import { printRows } from './support/report.ts'
import { inTurns } from './support/turns.ts'

/**
 * Money in loops over HTTP: create, pay, capture, refund, on both engines, beside a bare Fastify handler that writes
 * the same rows in the same number of commits (support/baseline-server.ts lists what it leaves out). Then create and
 * get alone, beside the npm package stripe-stateful-mock, which keeps everything in memory and has no payment intents:
 * an uncaptured charge replaces one. In short turns (support/turns.ts). The load generator shares the machine.
 *
 * The sandbox's bank answers at once; `--bank-delay=150` gives it its normal delay, for each of three answers (with
 * `--connections=256`, as most of them then wait). `--rounds=2` for a quick run.
 */
const seconds = numberFlag('seconds', 1)
const rounds = numberFlag('rounds', 24)
const connections = numberFlag('connections', 64)
const bankDelayMs = numberFlag('bank-delay', 0)
/**
 * Loops per second of a well-known open-source payment module on the same kind of machine, and our goal as a multiple
 * of them.
 */
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
  const { bare, service, ratio } = await measurePair(pair, load)
  const bank =
    bankDelayMs === 0 ? 'the bank answers at once' : `the bank takes ${bankDelayMs} ms, three times`
  const note = `${connections} connections; ${bank}`
  const atLeast = (value: number) => ({ goal: { is: 'at least', value } as const })
  const absolute = timesPeer[engine] * peerLoops
  printRows(`Create, pay, capture, refund on ${engine}: loops, durable at every step`, [
    { name: 'bare Fastify + the same rows', value: bare, unit: '/s', note },
    { name: 'Countertop', value: service, unit: '/s', note: '', ...atLeast(absolute) },
    { name: 'ratio', value: ratio, unit: '×', note: '', ...atLeast(0.7) },
    {
      name: `ratio to ${peerLoops} loops/s`,
      value: service / peerLoops,
      unit: '×',
      note: 'a payment module of others',
    },
  ])

  const mock = await startProcess(mockProgram, [mockFolder])
  const both = loadsOf(pair, { steps: createAndGet, connections })
  const beside = await inTurns(
    {
      mock: {
        ...{ url: mock.ready.url ?? '', steps: chargeAndGet, connections },
        headers: {
          authorization: 'Bearer sk_test_bench',
          'content-type': 'application/x-www-form-urlencoded',
        },
      },
      ...both,
    },
    { rounds, seconds },
  )
  await mock.stop()
  await pair.stop()
  printRows(`Create and get on ${engine}, beside an in-memory mock`, [
    { name: 'stripe-stateful-mock, in memory', value: beside.rates.mock, unit: '/s', note: '' },
    { name: 'bare Fastify + the same rows', value: beside.rates.bare, unit: '/s', note: '' },
    { name: 'Countertop, durable', value: beside.rates.service, unit: '/s', note: '' },
    { name: 'ratio', value: beside.ratio('service', 'mock'), unit: '×', note: '', ...atLeast(3) },
  ])
}
await server.stop()
rmSync(folder, { recursive: true, force: true })
