import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { topOfProfile } from './support/cpu-profile.ts'
import { forwardedSales } from './support/forwarded-sales.ts'
import { treeMemory } from './support/process-tree.ts'
import { type ReadyProcess, startProcess } from './support/processes.ts'
import { type BenchRow, percentile, printRows } from './support/report.ts'
import { activateFleet, type FleetTerminal } from './support/terminal-fleet.ts'
import { startWorker, type Worker } from './support/worker-process.ts'

/**
 * Terminals on one node, SQLite: 500 in sales at once, 500 sales that begin at the same moment, 5,000 idle links, and
 * all of these reconnecting at once (`--part=sales`, `instant`, `taps`, `idle`, `storm`); and sales through a node that
 * does not have the terminal's link (`forwarded`, which needs no fleet). Terminals and counters are processes of their
 * own beside the service. The time that the service adds to a sale is the time of the whole answer without the
 * terminal's and the sandbox bank's; the load generators' part of it is printed beside it.
 */
const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'sales,instant,taps,idle,storm,forwarded' },
    terminals: { type: 'string', default: '500' },
    links: { type: 'string', default: '5000' },
    profile: { type: 'boolean', default: false },
    /** Sales of each terminal, in the first part. */
    sales: { type: 'string', default: '4' },
    /** Flags for the service's node, such as `--node=--max-semi-space-size=8`. */
    node: { type: 'string', default: '' },
  },
})
const parts = values.part.split(',')
/** The sandbox bank's own time, in ms (src-service/processor/sandbox). */
const bankMs = 150
const stormLimitMs = 40_000

interface Bench {
  readonly service: () => ReadyProcess
  readonly fleet: readonly FleetTerminal[]
  readonly terminals: Worker
  readonly counters: Worker
  readonly restart: () => Promise<void>
  readonly memoryBefore: number
}

async function withFleet(
  title: string,
  count: number,
  thinkMs: object,
  work: (bench: Bench) => Promise<readonly BenchRow[]>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-terminals-'))
  const profiles = join(folder, 'profiles')
  const data = join(folder, 'data')
  const flags = [
    ...(values.profile ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []),
    ...values.node.split(' ').filter((flag) => flag !== ''),
    ...[fromRoot('dist/service/main.js'), '--data', data, '--sandbox', '--rate-limit', 'off'],
  ]
  const start = (port: string) => startProcess(flags[0] ?? '', [...flags.slice(1), '--port', port])
  let service = await start('0')
  const { account_id: accountId = '', private_key: apiKey = '' } = service.ready
  await service.stop()
  await rm(profiles, { recursive: true, force: true })
  const fleet = await activateFleet(data, accountId, count)
  service = await start('0')
  const { url = '' } = service.ready
  const terminals = await startWorker(fromRoot('tests/bench/support/terminals-worker.ts'))
  const counters = await startWorker(fromRoot('tests/bench/support/counters-worker.ts'))
  try {
    await counters.call('open', { url, apiKey, accountId })
    const memoryBefore = treeMemory(service.child.pid ?? 0)
    await terminals.call('plug', { url, fleet, thinkMs })
    const restart = async () => {
      service.child.kill('SIGKILL')
      await service.stop()
      service = await start(new URL(url).port)
    }
    printRows(
      title,
      await work({ service: () => service, fleet, terminals, counters, restart, memoryBefore }),
    )
  } finally {
    await terminals.stop()
    await counters.stop()
    await service.stop()
    if (values.profile) {
      const { file, lines } = topOfProfile(profiles, 45)
      console.log(`\n${lines.join('\n')}\n  ${file}`)
    } else await rm(folder, { recursive: true, force: true })
  }
}

/** Processor time of a process, in ms. Linux only; a tick is 10 ms. */
async function processorMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const pidOf = (bench: Bench): number => bench.service().child.pid ?? 0

interface Cost {
  readonly processorMs: number
  readonly lateP99: number
}

/** In ms of the clock that all processes share. */
type Span = readonly [began: number, ended: number]
type OfTerminals<Value> = readonly (readonly [hsn: string, each: readonly Value[]])[]

/** The time that the service added to a sale, by part, in ms. */
interface Added {
  /** From the counter's request to the terminal's first command. */
  readonly asking: number
  /** From the reading of the card to the outcome on the terminal, without the bank's time. */
  readonly charging: number
  /** From the terminal's last result to the counter's answer. */
  readonly answering: number
}
const sumOf = ({ asking, charging, answering }: Added): number => asking + charging + answering

/** The first commands are to read the card and to show the outcome; the bank is asked between them. */
function addedTo([began, ended]: Span, commands: readonly Span[]): Added {
  const [read, shown, ...more] = commands
  if (read === undefined || shown === undefined || more.length > 0)
    throw new Error('a sale is two commands, read the card and show the outcome')
  return { asking: read[0] - began, charging: shown[0] - read[1] - bankMs, answering: ended - shown[1] }
}

/** Sells, and returns the time that the service added to each sale and the generators' cost meanwhile. */
async function sales(bench: Bench, salesEach: number, arrivalMs: number) {
  const { terminals, counters, fleet } = bench
  const since = [await terminals.call('begin'), await counters.call('begin')]
  const processorBefore = await processorMs(pidOf(bench))
  const begun = performance.now()
  const selling = { hsns: fleet.map(({ hsn }) => hsn), salesEach, arrivalMs }
  const spans = await counters.call<OfTerminals<Span>>('sell', selling)
  const seconds = (performance.now() - begun) / 1_000
  const serviceMs = (await processorMs(pidOf(bench))) - processorBefore
  const [ofTerminals, ofCounters] = [
    await terminals.call<Cost>('cost', since[0]),
    await counters.call<Cost>('cost', since[1]),
  ]
  const commands = new Map(await terminals.call<OfTerminals<readonly Span[]>>('commands'))
  // Only the newest sales: an earlier part has sold on the same terminals.
  const added = spans.map(([hsn, each]) => {
    const ofSales = commands.get(hsn)?.slice(-each.length) ?? []
    return each.map((span, sale) => addedTo(span, ofSales[sale] ?? []))
  })
  const count = added.flat().length
  const rows: readonly BenchRow[] = [
    {
      name: 'service: processor time for a sale',
      value: serviceMs / count,
      unit: 'ms',
      note: 'with connect and create',
    },
    {
      ...{ name: 'terminals: processor time for a sale', value: ofTerminals.processorMs / count, unit: 'ms' },
      note: `their loop was late by ${ofTerminals.lateP99.toFixed(1)} ms, p99`,
    },
    {
      ...{ name: 'counters: processor time for a sale', value: ofCounters.processorMs / count, unit: 'ms' },
      note: `their loop was late by ${ofCounters.lateP99.toFixed(1)} ms, p99`,
    },
  ]
  return { added, rows, count, seconds }
}

/** The sum of the added time, and its parts. */
function rowsOfAdded(
  added: readonly Added[],
  { goal, note = '' }: { readonly goal: number | null; readonly note?: string },
): readonly BenchRow[] {
  const part = (name: string, of: (one: Added) => number): BenchRow => {
    const median = percentile(added.map(of), 0.5).toFixed(1)
    return {
      name: `  ${name}, p99`,
      value: percentile(added.map(of), 0.99),
      unit: 'ms',
      note: `p50 ${median}`,
    }
  }
  const all = added.map(sumOf)
  return [
    {
      ...{ name: 'added by the service, p50', value: percentile(all, 0.5), unit: 'ms' },
      note: `${added.length} sales`,
    },
    {
      ...{ name: 'added by the service, p99', value: percentile(all, 0.99), unit: 'ms', note },
      ...(goal === null ? {} : { goal: { is: 'at most', value: goal } as const }),
    },
    part('until the terminal asks for the card', ({ asking }) => asking),
    part('from the card to the outcome, without the bank', ({ charging }) => charging),
    part('from there to the answer', ({ answering }) => answering),
  ]
}

async function inSales(bench: Bench): Promise<readonly BenchRow[]> {
  const { added, rows, count, seconds } = await sales(bench, Number(values.sales), 10_000)
  return [
    {
      name: 'sales per second',
      value: count / seconds,
      unit: '/s',
      note: `${count} sales, customers take 2 to 6 s a step`,
    },
    ...rowsOfAdded(added.flat(), { goal: 25 }),
    ...rows,
  ]
}

/** The first rounds warm the service up: its code is compiled as it is used. */
const warmingRounds = 2
const rounds = warmingRounds + 3

const inOneInstant =
  (goal: number | null) =>
  async (bench: Bench): Promise<readonly BenchRow[]> => {
    const { added, rows } = await sales(bench, rounds, 0)
    const warm = added.flatMap((each) => each.slice(warmingRounds))
    const ofRounds = Array.from({ length: rounds }, (_, round) =>
      percentile(
        added.flatMap((each) => each.slice(round, round + 1).map(sumOf)),
        0.99,
      ).toFixed(0),
    )
    const own = await ownPartOfCounters(bench)
    return [
      ...rowsOfAdded(warm, {
        goal,
        note: `of each round ${ofRounds.join(', ')}, of which the first ${warmingRounds} do not count`,
      }),
      {
        name: 'the counters alone, p99',
        value: percentile(own, 0.99),
        unit: 'ms',
        note: 'as many requests to a server that only waits',
      },
      ...rows,
    ]
  }

async function ownPartOfCounters({ counters, fleet }: Bench): Promise<readonly number[]> {
  const holdMs = 400
  const server = createServer((request, response) => {
    const since = performance.now()
    request.resume()
    setTimeout(() => response.end(String(performance.now() - since)), holdMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const own = await counters.call<readonly number[]>('idleRequests', {
    url: `http://127.0.0.1:${port}/`,
    count: fleet.length,
  })
  server.close()
  server.closeAllConnections()
  return own
}

async function idle(bench: Bench): Promise<readonly BenchRow[]> {
  // Two heartbeats, in which garbage of the connection phase is collected.
  await delay(20_000)
  const before = await processorMs(pidOf(bench))
  await delay(15_000)
  const share = ((await processorMs(pidOf(bench))) - before) / 15_000
  const memory = treeMemory(pidOf(bench))
  return [
    {
      ...{
        name: 'memory of the service',
        value: memory,
        unit: 'MiB',
        note: `${bench.memoryBefore.toFixed(0)} MiB before them`,
      },
      goal: { is: 'at most', value: 1_024 },
    },
    {
      ...{
        name: 'of a link',
        value: ((memory - bench.memoryBefore) * 1_024) / bench.fleet.length,
        unit: 'KiB',
      },
      note: '',
    },
    { name: 'processor of the service', value: share * 100, unit: '%', note: 'of one core, for heartbeats' },
  ]
}

interface Storm {
  readonly dialled: number
  readonly connected: number
}

async function storm(bench: Bench): Promise<readonly BenchRow[]> {
  const { terminals, fleet } = bench
  const measured = async (name: string, begin: () => Promise<void>): Promise<readonly BenchRow[]> => {
    await begin()
    const since = await terminals.call('begin')
    const before = await processorMs(pidOf(bench))
    const begun = performance.now()
    const { dialled, connected } = await terminals.call<Storm>('whenAll', stormLimitMs)
    const seconds = (performance.now() - begun) / 1_000
    const serviceMs = (await processorMs(pidOf(bench))) - before
    const cost = await terminals.call<Cost>('cost', since)
    if (connected < fleet.length) console.log(`only ${connected} of ${fleet.length} came back`)
    return [
      {
        ...{
          name,
          value: seconds,
          unit: 's',
          note: `dialled ${(dialled / fleet.length).toFixed(2)} times each`,
        },
        goal: { is: 'at most', value: 10 },
      },
      { name: '  service: processor time for each', value: serviceMs / fleet.length, unit: 'ms', note: '' },
      {
        name: '  terminals: processor time for each',
        value: cost.processorMs / fleet.length,
        unit: 'ms',
        note: '',
      },
    ]
  }
  const cut = await measured('network cut for all, until the last is back', () => terminals.call('cut'))
  await delay(3_000)
  const killed = values.profile
    ? []
    : await measured('service killed, from its return to the last', bench.restart)
  return [...cut, ...killed]
}

const count = Number(values.terminals)
const links = Number(values.links)
if (parts.includes('sales'))
  await withFleet(`${count} terminals in sales at once`, count, { least: 2_000, most: 6_000 }, inSales)
if (parts.includes('instant')) {
  const title = `${count} sales begin in one instant`
  await withFleet(title, count, { least: 500, most: 3_000 }, inOneInstant(150))
}
if (parts.includes('taps')) {
  const title = `${count} sales begin in one instant, and all their customers tap in one instant, too`
  await withFleet(title, count, { least: 200, most: 200 }, inOneInstant(null))
}
if (parts.includes('idle')) await withFleet(`${links} idle links`, links, { least: 0, most: 0 }, idle)
if (parts.includes('storm'))
  await withFleet(`${links} terminals come back at once`, links, { least: 0, most: 0 }, storm)
if (parts.includes('forwarded'))
  printRows('Sales through the other of two nodes, PostgreSQL', await forwardedSales())
