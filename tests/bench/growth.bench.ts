import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { grownPostgres } from './support/grown-postgres.ts'
import { type GrownService, startGrownService } from './support/grown-service.ts'
import { grownShop } from './support/grown-shop.ts'
import { percentile, printRows } from './support/report.ts'
import { saveCard } from './support/saved-card.ts'

/**
 * Whether anything becomes slower as a shop grows: lists, searches, a sale, webhooks and the close of a day, with 1,000
 * payments and with more (`--rows=1000,100000`), on SQLite or on PostgreSQL (`--postgres=URL`). All services run at
 * once and get requests in turns, so that other load on the machine affects all of them. Filling 1,000,000 takes about
 * ten minutes, once.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000,10000,100000' },
    rounds: { type: 'string', default: '200' },
    fill: { type: 'boolean', default: false },
    /** Only requests whose names contain one of these words, separated by commas. */
    only: { type: 'string', default: '' },
    /** Number of sales on the day that is closed; a part of every tenth is refunded. */
    day: { type: 'string', default: '20' },
    /**
     * A PostgreSQL server on which databases can be created: the shops of SQLite are copied there once, and measured
     * there.
     */
    postgres: { type: 'string' },
  },
})
const sizes = values.rows.split(',').map(Number)
const rounds = Number(values.rounds)
/** Required factor of the smallest shop's time, for the 99th percentile of the others. */
const goal = { is: 'at most', value: 2 } as const

interface Shop extends GrownService {
  readonly rows: number
  readonly customer: string
  /** Ids of intents, newest first, from somewhere in the middle. */
  readonly ids: readonly string[]
  readonly payments: readonly string[]
}

interface Page {
  readonly data: readonly { readonly id: string; readonly latest_payment?: { readonly id: string } | null }[]
}

const dayMs = 86_400_000
const day = (ago: number): string => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)
const anyOf = <Value>(all: readonly Value[]): Value => all[Math.floor(Math.random() * all.length)] as Value

async function open(rows: number): Promise<Shop> {
  const grown = await grownShop(rows)
  const { postgres: server } = values
  const { process, call } = await startGrownService(
    server === undefined
      ? { folder: grown, url: null }
      : await grownPostgres(rows, { folder: grown, server }),
  )
  const middle = day(Math.max(1, Math.floor(rows / 1_370 / 2)))
  const some = await call<Page>('/payment_intents/search', { created_at_end: middle, limit: 50 })
  const found = some.data.length > 0 ? some : await call<Page>('/payment_intents?limit=50')
  return {
    ...{ rows, call, process, customer: await saveCard(process.ready) },
    ids: found.data.map(({ id }) => id),
    payments: found.data.flatMap(({ latest_payment }) => (latest_payment ? [latest_payment.id] : [])),
  }
}

interface Question {
  readonly name: string
  /** @returns ms, if not the time of the whole request is measured. */
  readonly ask: (shop: Shop) => Promise<unknown>
  /** Share of the rounds, for slow requests. */
  readonly share?: number
  /** Minimum number of rounds; default 10. */
  readonly least?: number
}

const find = (name: string, body: () => object): Question => ({
  name: `find: ${name}`,
  ask: ({ call }) => call('/payment_intents/find', body()),
})

const search = (name: string, body: () => object): Question => ({
  name: `search: ${name}`,
  ask: ({ call }) => call('/payment_intents/search', body()),
})

const get = (name: string, path: (shop: Shop) => string): Question => ({
  name,
  ask: (shop) => shop.call(path(shop)),
})

interface Intent {
  readonly id: string
}

interface Sold extends Intent {
  readonly latest_payment: { readonly id: string } | null
}

async function sell({ call, customer }: Shop): Promise<Sold> {
  const intent = await call<Intent>('/payment_intents', { amount: 1_234, reference_id: 'growth' })
  return call<Sold>(`/payment_intents/${intent.id}/payments`, { customer_id: customer })
}

const salesOfDay = Number(values.day)
const atOnce = 16
/** Times in ms of sales that are made while a day is closed, by shop. */
const meanwhile = new Map<number, number[]>()

/** Makes a day's sales, and refunds a part of every tenth. */
async function sellDay(shop: Shop): Promise<void> {
  const line = async (first: number) => {
    for (let sale = first; sale < salesOfDay; sale += atOnce) {
      const { latest_payment: payment } = await sell(shop)
      if (sale % 10 === 0 && payment) await shop.call(`/payments/${payment.id}/refunds`, { amount: 100 })
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, salesOfDay) }, (_, first) => line(first)))
}

/** @returns ms; meanwhile other sales are made one after another. */
async function closeDay(shop: Shop): Promise<number> {
  await sellDay(shop)
  const began = performance.now()
  let isClosed = false
  const closed = shop
    .call('/sandbox/settlements/close', { account_id: shop.process.ready.account_id })
    .then(() => performance.now() - began)
    .finally(() => {
      isClosed = true
    })
  const times = meanwhile.get(shop.rows) ?? []
  meanwhile.set(shop.rows, times)
  while (!isClosed) {
    const from = performance.now()
    await sell(shop)
    times.push(performance.now() - from)
  }
  return closed
}

const questions: readonly Question[] = [
  get('list of intents, first page', () => '/payment_intents?limit=25'),
  get(
    'list of intents, after a cursor in the middle',
    ({ ids }) => `/payment_intents?limit=25&starting_after=${anyOf(ids)}`,
  ),
  get('an intent', ({ ids }) => `/payment_intents/${anyOf(ids)}`),
  get('refunds of a payment', ({ payments }) => `/payments/${anyOf(payments)}/refunds`),
  get('list of customers', () => '/customers?limit=25'),
  get('list of events, first page', () => '/events?limit=25'),
  get('list of settlements', () => '/settlements?limit=25'),
  get('disputes', () => '/disputes?limit=25'),
  search('nothing asked', () => ({})),
  find('two common words', () => ({ text: 'visa latte' })),
  find('two words that never meet', () => ({ text: 'ann ben' })),
  find('three words', () => ({ text: 'terrace amex muffin' })),
  find('last four', () => ({ last_four: String(1_000 + Math.floor(Math.random() * 9_000)) })),
  search('by status cancelled', () => ({ status: 'cancelled' })),
  search('with a refund', () => ({ has_refund: true })),
  search('by amount, narrow', () => ({ amount_min: 4_000, amount_max: 4_005 })),
  search('today', () => ({ created_at_start: day(0), created_at_end: day(0) })),
  search('sorted by amount', () => ({ sort_column: 'amount' })),
  search('unsettled', () => ({ payment_status: 'captured', settlement_status: 'unsettled' })),
  search("unsettled, by the intent's status", () => ({ status: 'captured', settlement_status: 'unsettled' })),
  { name: 'a sale: create, pay with a saved card', ask: sell, share: 0.5 },
  {
    name: `close of a day with ${salesOfDay} sales`,
    share: 0.1,
    least: salesOfDay > 100 ? 3 : 10,
    ask: closeDay,
  },
]

const asked = values.only.split(',')
const isAsked = (name: string): boolean => asked.some((word) => name.includes(word))

async function compare(
  shops: readonly Shop[],
  { name, ask, share = 1, least = 10 }: Question,
): Promise<void> {
  if (!isAsked(name)) return
  const times = shops.map((): number[] => [])
  const count = Math.max(least, least < 10 ? 0 : Math.round(rounds * share))
  for (let round = -Math.ceil(count / 10); round < count; round += 1) {
    for (const [at, shop] of shops.entries()) {
      const began = performance.now()
      const own = await ask(shop)
      if (round >= 0) times[at]?.push(typeof own === 'number' ? own : performance.now() - began)
    }
  }
  report(name, shops, times)
}

function report(name: string, shops: readonly Shop[], times: readonly (readonly number[])[]): void {
  const [small = [], ...others] = times
  const large = others.at(-1) ?? small
  const note = times.map((each, at) => {
    const size = shops[at]?.rows.toLocaleString('en-US')
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(each, share).toFixed(1))
    return `${size}: p50 ${p50}, p95 ${p95}, p99 ${p99} ms of ${each.length}`
  })
  const value = percentile(large, 0.99) / percentile(small, 0.99)
  printRows('', [{ name, value, unit: '×', note: note.join('; '), goal }])
}

const webhook = 'a webhook, from the request on'

/** Time from the answer of a request to the arrival of its webhook, one at a time. */
async function webhooks(shops: readonly Shop[]): Promise<void> {
  const arrived = new Map<string, (at: number) => void>()
  const listener = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => {
      const { data } = JSON.parse(text) as { readonly data: { readonly object: Intent } }
      arrived.get(data.object.id)?.(performance.now())
      arrived.set(data.object.id, () => {})
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  const endpoints = await Promise.all(
    shops.map(({ call }) =>
      call<Intent>('/webhook_endpoints', { url, event_types: ['v2.payment_intent.created'] }),
    ),
  )
  await compare(shops, {
    name: webhook,
    share: 0.5,
    ask: async ({ call }) => {
      const { id } = await call<Intent>('/payment_intents', { amount: 1_234 })
      if (arrived.has(id)) return
      await new Promise((resolve) => arrived.set(id, resolve))
    },
  })
  for (const [at, shop] of shops.entries()) {
    const { url: base = '', private_key: key = '' } = shop.process.ready
    await fetch(`${base}/webhook_endpoints/${endpoints[at]?.id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': key },
    })
  }
  listener.closeAllConnections()
  listener.close()
}

if (values.fill) for (const rows of sizes) await grownShop(rows)
else {
  const shops: Shop[] = []
  try {
    for (const rows of sizes) shops.push(await open(rows))
    for (const question of questions) await compare(shops, question)
    if (meanwhile.size > 0) report('  a sale meanwhile', shops, [...meanwhile.values()])
    if (isAsked(webhook)) await webhooks(shops)
  } finally {
    for (const { process } of shops) await process.stop()
  }
}
