import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startServiceProcess } from '../chaos/support/service-process.ts'
import { guessCodes, leaveListsUnread, openHostileLinks } from './support/attacks.ts'
import { tracesOf } from './support/card-traces.ts'
import { type Counter, fillWithLargeIntents, openCode, openCounter, type Target } from './support/target.ts'

/**
 * `npm run attack -- service --guesses=150 --lists=40 --links=8 --sales=12`: a counter sells while the service is
 * attacked.
 */
const { values } = parseArgs({
  options: {
    guesses: { type: 'string', default: '150' },
    lists: { type: 'string', default: '40' },
    links: { type: 'string', default: '8' },
    sales: { type: 'string', default: '12' },
  },
})

/** The test card that the sandbox's virtual terminals hold. */
const testCard = '4111111111111111'

const folder = await mkdtemp(join(tmpdir(), 'attack-'))
const service = await startServiceProcess(folder, null)
const target: Target = { url: service.url, privateKey: service.apiKey, accountId: service.accountId }
try {
  const counter = await openCounter(target, 'VT-ATTACKED')
  await fillWithLargeIntents(target, 50)
  const quiet = await sell(counter)
  const [hsn, memoryBefore] = ['VT-PAIRING', await memory()]
  const right = await openCode(target, hsn)
  const stopLinks = openHostileLinks(target, Number(values.links))
  const stopLists = await leaveListsUnread(target, Number(values.lists))
  const guessing = guessCodes(target, { hsn, right, count: Number(values.guesses) })
  const attacked = await sell(counter)
  const memoryAfter = await memory()
  stopLinks()
  stopLists()
  console.log({
    quiet_p95_ms: quiet,
    attacked_p95_ms: attacked,
    guesses: await guessing,
    memory_before_mb: memoryBefore,
    memory_under_attack_mb: memoryAfter,
  })
  const traces = tracesOf(folder, testCard)
  if (traces.length > 0) throw new Error(`the card is in ${traces.join(', ')}`)
} finally {
  await service.stop()
  await rm(folder, { recursive: true })
}

/** @returns the 95th percentile of the time that the card took, in ms */
async function sell(counter: Counter): Promise<number> {
  const times: number[] = []
  for (let sale = 0; sale < Number(values.sales); sale += 1) times.push(await counter.sell())
  times.sort((one, other) => one - other)
  return Math.round(times[Math.ceil(times.length * 0.95) - 1] ?? 0)
}

/** Resident memory of the service, in MB; 0 on systems without /proc. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
