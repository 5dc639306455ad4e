import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '../support/embedded-postgres.ts'
import { type FilledService, startFilledService } from './support/filled-service.ts'
import { median, percentile, printRows } from './support/report.ts'

/**
 * Lists and searches over HTTP, one at a time, with 1,000 intents and with 1,000,000: both services run at once and get
 * requests in turns, so that other load on the machine affects both. `--sqlite` or `--postgres` measures one engine,
 * `--small` uses 100,000 intents (for a quick run).
 */
const few = 1000
const many = process.argv.includes('--small') ? 100_000 : 1_000_000
const requests = 400
const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) =>
    !process.argv.some((flag) => /^--(sqlite|postgres)$/.test(flag)) || process.argv.includes(`--${engine}`),
)

interface Question {
  readonly name: string
  readonly path?: (service: FilledService) => string
  readonly body?: (service: FilledService) => object
  readonly everyAccount?: true
}

const year = 365 * 86_400_000
const anyOf = (count: number) => Math.floor(Math.random() * count)
const dayOf = (service: FilledService, daysAgo: number) =>
  new Date(service.firstDay + 2 * year - daysAgo * 86_400_000).toISOString().slice(0, 10)
const anyDay = (service: FilledService) => {
  const day = dayOf(service, 1 + anyOf(700))
  return { created_at_start: day, created_at_end: day }
}

const questions: readonly Question[] = [
  { name: 'list, first page', path: () => '?limit=10' },
  {
    name: 'list, after a cursor anywhere',
    path: ({ ids, count }) => `?starting_after=${ids[anyOf(count)]}`,
    everyAccount: true,
  },
  { name: 'list, every account in reach (20)', path: () => '?limit=10', everyAccount: true },
  { name: 'search: no filter', body: () => ({}) },
  { name: 'by reference', body: ({ count }) => ({ reference_id: `order ${anyOf(count)}` }) },
  { name: 'by status captured', body: () => ({ status: 'captured' }) },
  { name: 'by status failed', body: () => ({ status: 'failed', page: 1 + anyOf(5) }) },
  {
    name: 'by payment_status, unsettled',
    body: () => ({ payment_status: 'captured', settlement_status: 'unsettled' }),
  },
  { name: 'with a refund', body: () => ({ has_refund: true }) },
  {
    name: 'by amount, narrow',
    body: () => {
      const amount_min = 100 + anyOf(15_000)
      return { amount_min, amount_max: amount_min + 5 }
    },
  },
  { name: 'by amount, wide', body: () => ({ amount_min: 500, amount_max: 5000 }) },
  { name: 'by day', body: (service) => anyDay(service) },
  {
    name: 'by quarter, sorted by amount',
    body: (service) => ({ created_at_start: dayOf(service, 90), sort_column: 'amount' }),
  },
  { name: 'sorted by amount, captured', body: () => ({ sort_column: 'amount', status: 'captured' }) },
  {
    name: 'sorted by update, oldest first',
    body: () => ({ sort_column: 'updated_at', sort_direction: 'asc', page: 1 + anyOf(20) }),
  },
  {
    name: 'by day, captured, amount',
    body: (service) => ({ ...anyDay(service), status: 'captured', amount_min: 1000 }),
  },
  { name: 'search: every account in reach (20)', body: () => ({ status: 'captured' }), everyAccount: true },
]

/** @returns milliseconds until the whole answer has arrived. */
async function ask(service: FilledService, { path, body, everyAccount }: Question): Promise<number> {
  const account = everyAccount === true ? {} : { 'x-account-id': service.accountId }
  const url = `${service.url}/payment_intents${path === undefined ? '/search' : path(service)}`
  const init =
    body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body(service)) }
  const began = performance.now()
  const response = await fetch(url, { ...init, headers: { ...service.headers, ...account } })
  const text = await response.text()
  const took = performance.now() - began
  if (response.status !== 200) throw new Error(`${url} ${JSON.stringify(init)}: ${text}`)
  return took
}

async function compare(small: FilledService, large: FilledService): Promise<void> {
  const all: { readonly small: number[]; readonly large: number[] } = { small: [], large: [] }
  for (const question of questions) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = -20; round < requests; round += 1) {
      const pair = { small: await ask(small, question), large: await ask(large, question) }
      if (round < 0) continue
      times.small.push(pair.small)
      times.large.push(pair.large)
    }
    all.small.push(...times.small)
    all.large.push(...times.large)
    report(question.name, times)
  }
  report('all of them', all, true)
}

function report(
  name: string,
  times: { readonly small: number[]; readonly large: number[] },
  whole = false,
): void {
  const words = (samples: readonly number[]) =>
    `p50 ${median(samples).toFixed(1)}, p99 ${percentile(samples, 0.99).toFixed(1)} ms`
  printRows(whole ? 'Altogether' : '', [
    {
      name,
      value: percentile(times.large, 0.99) / percentile(times.small, 0.99),
      unit: '×',
      note: `${many.toLocaleString('en-US')}: ${words(times.large)}; ${few.toLocaleString('en-US')}: ${words(times.small)}`,
      goal: { is: 'at most', value: 3 },
    },
  ])
}

const folder = mkdtempSync(join(tmpdir(), 'countertop-search-'))
for (const engine of engines) {
  const server = engine === 'postgres' ? await startTestServer() : null
  const fill = async (count: number) => {
    const began = performance.now()
    const service = await startFilledService(
      join(folder, `${engine}-${count}`),
      count,
      await server?.createDatabase(),
    )
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`${engine}: ${count.toLocaleString('en-US')} intents after ${seconds} s`)
    return service
  }
  const services = [await fill(few), await fill(many)] as const
  await compare(...services)
  for (const service of services) await service.stop()
  await server?.stop()
}
rmSync(folder, { recursive: true, force: true })
