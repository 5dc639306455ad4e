import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fromCache } from '../../scripts/lib/paths.mjs'
import { copyDatabase } from '../../src-main/backup/copy-databases.ts'
import { type GrownRows, postgresRows, sqliteRows } from './support/grown-changes.ts'
import { grownPostgres } from './support/grown-postgres.ts'
import { type GrownService, startGrownService } from './support/grown-service.ts'
import { grownShop } from './support/grown-shop.ts'
import { treeMemory } from './support/process-tree.ts'
import { percentile, printRows } from './support/report.ts'
import { saveCard } from './support/saved-card.ts'

/**
 * The longest wait of a sale's requests while the service does large work: a batch of `--unsettled` payments is closed,
 * its sums are counted, `--events` old events are purged, the database is copied for a backup, everything is exported
 * or searched. Uses the databases of `growth` (`--rows=1000000`); each part changes some of their rows.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    unsettled: { type: 'string', default: '100000' },
    events: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '15' },
    part: { type: 'string', default: 'rest,batch,sums,purge,backup,export,search' },
    postgres: { type: 'string' },
  },
})
const goal = { is: 'at most', value: 100 } as const
const most = Number(values.seconds) * 1_000
const isAsked = (part: string): boolean => values.part.split(',').includes(part)

interface Shop extends GrownService {
  readonly customer: string
}

interface Place {
  readonly folder: string
  readonly url: string | null
}

interface Page {
  readonly data: readonly { readonly id: string }[]
}

async function open(place: Place): Promise<Shop> {
  const began = performance.now()
  const { process, call } = await startGrownService(place)
  const ready = performance.now() - began
  const customer = await saveCard(process.ready)
  const shop = { process, customer, call }
  await sell(shop, [])
  const first = performance.now() - began
  console.log(`ready after ${ready.toFixed(0)} ms, first sale after ${first.toFixed(0)}, ${memory(shop)}`)
  return shop
}

const memory = ({ process: { child } }: Shop): string => `${treeMemory(child.pid ?? 0).toFixed(0)} MiB`

/** Each request of a sale separately. */
async function sell({ call, customer }: Shop, times: number[]): Promise<void> {
  const timed = async <Reply>(path: string, body: object): Promise<Reply> => {
    const began = performance.now()
    const reply = await call<Reply>(path, body)
    times.push(performance.now() - began)
    return reply
  }
  const { id } = await timed<{ readonly id: string }>('/payment_intents', { amount: 1_234 })
  await timed(`/payment_intents/${id}/payments`, { customer_id: customer })
}

/** Sells, one sale after another, until the work has ended. */
async function during(name: string, shop: Shop, work: Promise<unknown>): Promise<void> {
  const began = performance.now()
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  over.catch(() => {})
  const times: number[] = []
  while (!isOver) await sell(shop, times)
  await over
  const lasted = ((performance.now() - began) / 1_000).toFixed(1)
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(1))
  const longest = [...times].sort((a, b) => b - a).slice(0, 3)
  const note = `p50 ${p50}, p99 ${p99}, of ${times.length} in ${lasted} s; longest ${longest.map((ms) => ms.toFixed(0)).join(', ')}; ${memory(shop)}`
  printRows('', [{ name, value: longest[0] ?? Number.NaN, unit: 'ms', note, goal }])
}

const untilSeconds = async (work: () => Promise<unknown>): Promise<void> => {
  for (const ends = performance.now() + most; performance.now() < ends; ) await work()
}

/** Reads like a manager's export: page by page, each after the last row of the previous one. */
function exporting({ call }: Shop): () => Promise<void> {
  let after: string | undefined
  return async () => {
    const { data } = await call<Page>('/payment_intents/find', {
      limit: 50,
      ...(after === undefined ? {} : { starting_after: after }),
    })
    after = data.at(-1)?.id
  }
}

async function copyForBackup(folder: string): Promise<void> {
  const copy = fromCache('bench', 'copy.db')
  await copyDatabase(join(folder, 'service.db'), copy)
  await rm(copy)
}

const searches = ['ann ben', 'visa latte', 'terrace amex muffin', 'bagel hana']

async function measure(place: Place, rows: GrownRows): Promise<void> {
  let shop = await open(place)
  const accountId = shop.process.ready.account_id ?? ''
  const close = () => shop.call('/sandbox/settlements/close', { account_id: accountId })
  try {
    // The service's own work after its start begins after 5 s.
    if (isAsked('rest')) await during('nothing else, from the start on', shop, pause(most))
    else await pause(7_000)
    if (isAsked('search')) {
      let at = 0
      const next = () => shop.call('/payment_intents/find', { text: searches[at++ % searches.length] })
      await during('searched, words that never meet among them', shop, untilSeconds(next))
    }
    if (isAsked('export')) await during('exported', shop, untilSeconds(exporting(shop)))
    if (isAsked('backup') && place.url === null)
      await during('copied for a backup', shop, copyForBackup(place.folder))
    if (isAsked('batch')) {
      await rows.unsettle(Number(values.unsettled))
      await during(`a batch of ${values.unsettled} closed`, shop, close())
    }
    if (isAsked('sums')) {
      await rows.reopen(accountId)
      await during('sums of a batch of all payments', shop, close())
    }
    if (isAsked('purge')) {
      await shop.process.stop()
      await rows.age(accountId, Number(values.events))
      shop = await open(place)
      const purged = async () => {
        while (await rows.hasOld()) await pause(100)
      }
      await during(`${values.events} old events purged`, shop, purged())
    }
  } finally {
    await shop.process.stop()
  }
}

for (const size of values.rows.split(',').map(Number)) {
  const grown = await grownShop(size)
  const place: Place =
    values.postgres === undefined
      ? { folder: grown, url: null }
      : await grownPostgres(size, { folder: grown, server: values.postgres })
  console.log(`\n${size.toLocaleString('en-US')} payments, ${place.url === null ? 'SQLite' : 'PostgreSQL'}`)
  const rows = place.url === null ? sqliteRows(place.folder) : await postgresRows(place.url)
  try {
    await measure(place, rows)
  } finally {
    await rows.close()
  }
}
