import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '../../chaos/support/random.ts'
import { connectRaw, type RawClient } from './raw-client.ts'
import { serveWorker } from './worker-process.ts'

/**
 * The counters at the terminals, in a process of their own. They share two cores with the service, although real
 * counters have one each: so they use HTTP with minimal work, each on an open connection.
 */
const random = createRandom(501)
const lateness = monitorEventLoopDelay({ resolution: 1 })

interface Service {
  readonly url: string
  readonly apiKey: string
  readonly accountId: string
}
let service: Service | null = null

function openCounter(): Promise<RawClient> {
  if (service === null) throw new Error('no service yet')
  const { url, apiKey, accountId } = service
  return connectRaw(url, {
    ...{ 'content-type': 'application/json', 'x-api-key': apiKey, 'x-account-id': accountId },
  })
}

/** @throws for any status but 200. */
async function ask<Reply>(counter: RawClient, path: string, body: object, headers = {}): Promise<Reply> {
  const { status, text } = await counter.request('POST', path, JSON.stringify(body), headers)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return JSON.parse(text) as Reply
}

interface Selling {
  readonly hsns: readonly string[]
  readonly salesEach: number
  /** Time within which the first customers come, in ms; 0: all sales begin at the same moment. */
  readonly arrivalMs: number
}

/** One sale from the counter's request to its answer, in ms of the clock that all processes share. */
type Span = readonly [began: number, ended: number]
const sharedClock = (): number => Number(process.hrtime.bigint()) / 1e6

/** @returns its sales in order. */
async function sellOn(hsn: string, { salesEach, arrivalMs }: Selling, everybody: () => Promise<void>) {
  if (arrivalMs > 0) await delay(random() * arrivalMs)
  const counter = await openCounter()
  const { session_key } = await ask<{ session_key: string }>(counter, '/terminals/processor/connect', { hsn })
  const spans: Span[] = []
  for (let sale = 0; sale < salesEach; sale += 1) {
    const { id } = await ask<{ id: string }>(counter, '/payment_intents', { amount: 1_200 })
    if (arrivalMs === 0) await everybody()
    const began = sharedClock()
    const body = { hsn, payment_intent_id: id, clear_display_delay: 0 }
    const path = '/terminals/processor/auth_card'
    const { status } = await ask<{ status: string }>(counter, path, body, { 'x-session-key': session_key })
    spans.push([began, sharedClock()])
    if (status !== 'captured') throw new Error(`a sale was ${status}`)
  }
  counter.close()
  return [hsn, spans] as const
}

/** A reusable barrier: resolves for all `count` callers once the last one has arrived. */
function meeting(count: number) {
  let here = 0
  let go = () => {}
  let gone = new Promise<void>((resolve) => {
    go = resolve
  })
  return async () => {
    here += 1
    const mine = gone
    if (here === count) {
      here = 0
      const all = go
      gone = new Promise<void>((resolve) => {
        go = resolve
      })
      // Every counter has received the answer to its previous request by then.
      setTimeout(all, 1_000)
    }
    await mine
  }
}

serveWorker({
  open(where: Service) {
    service = where
  },
  sell: async (selling: Selling) => {
    const everybody = meeting(selling.hsns.length)
    return Promise.all(selling.hsns.map((hsn) => sellOn(hsn, selling, everybody)))
  },
  /** Sends `count` simultaneous requests to a server that only waits: time beyond its wait is this process's own. */
  async idleRequests({ url, count }: { readonly url: string; readonly count: number }) {
    const counters = await Promise.all(Array.from({ length: count }, () => connectRaw(url, {})))
    const one = async (counter: RawClient) => {
      const began = performance.now()
      const { text } = await counter.request('POST', '/', '{}')
      return performance.now() - began - Number(text)
    }
    await Promise.all(counters.map(one))
    const own = await Promise.all(counters.map(one))
    for (const counter of counters) counter.close()
    return own
  },
  begin() {
    lateness.reset()
    lateness.enable()
    return process.cpuUsage()
  },
  cost(since: NodeJS.CpuUsage) {
    const { user, system } = process.cpuUsage(since)
    lateness.disable()
    return { processorMs: (user + system) / 1_000, lateP99: lateness.percentile(99) / 1e6 - 1 }
  },
})
