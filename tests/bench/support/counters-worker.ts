import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient } from '../../../src-shared/api/client.ts'
import { createRandom } from '../../chaos/support/random.ts'
import { serveWorker } from './worker-process.ts'

/** The counters at the terminals, in a process of their own. */
const random = createRandom(501)
const lateness = monitorEventLoopDelay({ resolution: 1 })
let client: Client | null = null

async function must<Value>(
  call: Promise<{ readonly ok: true; readonly value: Value } | { readonly ok: false }>,
) {
  const answer = await call
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return answer.value
}

const service = (): Client => {
  if (client === null) throw new Error('no service yet')
  return client
}

interface Selling {
  readonly hsns: readonly string[]
  readonly salesEach: number
  /** Within this time the first customers come, ms; 0: all sales begin in one instant. */
  readonly arrivalMs: number
}

/** @returns how long each sale took from the counter's request to its answer, ms, in order. */
async function sellOn(hsn: string, { salesEach, arrivalMs }: Selling, everybody: () => Promise<void>) {
  if (arrivalMs > 0) await delay(random() * arrivalMs)
  const { session_key: sessionKey } = await must(service().call('terminals.connect', { body: { hsn } }))
  const totals: number[] = []
  for (let sale = 0; sale < salesEach; sale += 1) {
    const { id } = await must(service().call('payment_intents.create', { body: { amount: 1_200 } }))
    if (arrivalMs === 0) await everybody()
    const begun = performance.now()
    const body = { hsn, payment_intent_id: id, clear_display_delay: 0 }
    const payment = await must(service().call('terminals.auth_card', { body, sessionKey, timeoutMs: 60_000 }))
    totals.push(performance.now() - begun)
    if (payment.status !== 'captured') throw new Error(`a sale was ${payment.status}`)
  }
  return [hsn, totals] as const
}

/** Resolves for all of so many when the last has come, each time anew. */
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
      // Nobody is still on the way back from the request before.
      setTimeout(all, 1_000)
    }
    await mine
  }
}

serveWorker({
  open(options: Parameters<typeof createClient>[0]) {
    client = createClient(options)
  },
  sell: async (selling: Selling) => {
    const everybody = meeting(selling.hsns.length)
    return Promise.all(selling.hsns.map((hsn) => sellOn(hsn, selling, everybody)))
  },
  /** So many requests in one instant to a server that only waits: what is more than its wait is this process's own part. */
  async idleRequests({ url, count }: { readonly url: string; readonly count: number }) {
    const one = async () => {
      const begun = performance.now()
      const held = Number(await (await fetch(url, { method: 'POST', body: '{}' })).text())
      return performance.now() - begun - held
    }
    // Connections are open by the second time, as those of the counters are.
    await Promise.all(Array.from({ length: count }, one))
    return Promise.all(Array.from({ length: count }, one))
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
