import { createNewestEntries } from '../../src-shared/newest.ts'

/**
 * Limits how many webhooks are sent at once. Each endpoint has its own queue, so that a slow or dead one never delays
 * another:
 *
 * - a queue starts with one webhook at a time, doubles with each quick success up to eight, and returns to one after a
 *   failure or a slow answer;
 * - queues with one at a time (new or slow) share one pool of slots, and failing ones another: however many there are,
 *   they take no slots from healthy queues. Ten thousand endpoints that time out need less than an hour for one turn each;
 * - the endpoints of one tenant take at most three quarters of a pool, so that other tenants never wait for all of them.
 */

const mostOfEndpoint = 8
const mostInAll = 64
const mostOfTenant = 48
/** Number of jobs waiting in memory per slot of a queue. The rest waits in the store. */
const waitingPerPlace = 25
/** Maximum number of queues without jobs that are kept for what they have learned: endpoints may come and go without end. */
export const mostIdle = 10_000
/** An answer that takes longer than this, in ms, is slow. */
const slowMs = 2_000

interface EndpointQueue<Job> {
  readonly tenantId: string
  waiting: Job[]
  running: number
  width: number
  failing: boolean
}

/** How a job ended. `skipped`: it was not attempted, which proves nothing about the endpoint. */
export type Ended = { readonly ok: boolean; readonly ms: number } | 'skipped'

export interface QueuedEndpoint {
  readonly id: string
  readonly tenantId: string
  /** Whether its last attempt failed, for an endpoint without a queue yet. */
  readonly failing: boolean
}

export interface EndpointQueues<Job> {
  /** Returns how many more jobs for this endpoint are accepted now. */
  vacancy(endpointId: string): number
  /** Adds a job for an endpoint. */
  add(endpoint: QueuedEndpoint, job: Job): void
  /** Drops waiting jobs; resolves when no job runs any more. */
  stop(): Promise<void>
}

/** @param onVacant called when a queue is empty: more jobs may wait in the store. */
export function createEndpointQueues<Job>(
  run: (job: Job) => Promise<Ended>,
  onVacant: () => void,
): EndpointQueues<Job> {
  /** Those with jobs. */
  const queues = new Map<string, EndpointQueue<Job>>()
  const idle = createNewestEntries<EndpointQueue<Job>>(mostIdle)
  const pools = { failing: createPool(), narrow: createPool(), wide: createPool() }
  const all = new Set<Promise<void>>()
  let stopped = false

  const queueOf = ({ id, tenantId, failing }: QueuedEndpoint): EndpointQueue<Job> => {
    const known = queues.get(id)
    if (known !== undefined) return known
    const queue = idle.get(id) ?? { ...emptyQueue<Job>(tenantId), failing }
    idle.delete(id)
    queues.set(id, queue)
    return queue
  }

  /**
   * Moves a queue to the end: a free slot goes to the queue that has waited longest. A map keeps its insertion order.
   */
  const toTheEnd = (endpointId: string, queue: EndpointQueue<Job>) => {
    queues.delete(endpointId)
    queues.set(endpointId, queue)
  }

  function fill(endpointId: string, queue: EndpointQueue<Job>): void {
    while (!stopped && queue.running < queue.width) {
      const pool = pools[queue.failing ? 'failing' : queue.width === 1 ? 'narrow' : 'wide']
      if (pool.isFull(queue.tenantId)) return
      const job = queue.waiting.shift()
      if (job === undefined) return
      toTheEnd(endpointId, queue)
      pool.take(queue.tenantId)
      queue.running += 1
      const ended = run(job)
        .catch((): Ended => 'skipped')
        .then((how) => {
          pool.release(queue.tenantId)
          queue.running -= 1
          all.delete(ended)
          learn(queue, how)
          if (queue.running === 0 && queue.waiting.length === 0) {
            queues.delete(endpointId)
            idle.set(endpointId, queue)
          } else {
            // Other queues have waited for the slot and come first.
            toTheEnd(endpointId, queue)
          }
          for (const [id, other] of [...queues]) if (other.waiting.length > 0) fill(id, other)
          if (queue.waiting.length === 0 && !stopped) onVacant()
        })
      all.add(ended)
    }
  }

  return {
    vacancy(endpointId) {
      // Also called for deleted endpoints, for which no queue must be created.
      const queue = queues.get(endpointId) ?? idle.get(endpointId) ?? emptyQueue<Job>('')
      const busy = queue.running + queue.waiting.length
      if (queue.failing) return busy === 0 ? 1 : 0
      return Math.max(0, queue.width * (waitingPerPlace + 1) - busy)
    },
    add(endpoint, job) {
      const queue = queueOf(endpoint)
      queue.waiting.push(job)
      fill(endpoint.id, queue)
    },
    async stop() {
      stopped = true
      for (const queue of queues.values()) queue.waiting = []
      await Promise.all(all)
    },
  }
}

const emptyQueue = <Job>(tenantId: string): EndpointQueue<Job> => ({
  ...{ tenantId, waiting: [], running: 0, width: 1, failing: false },
})

/** Slots that several queues share. */
function createPool() {
  let all = 0
  const ofTenants = new Map<string, number>()
  const of = (tenantId: string): number => ofTenants.get(tenantId) ?? 0
  return {
    isFull: (tenantId: string): boolean => all >= mostInAll || of(tenantId) >= mostOfTenant,
    take(tenantId: string): void {
      all += 1
      ofTenants.set(tenantId, of(tenantId) + 1)
    },
    release(tenantId: string): void {
      all -= 1
      if (of(tenantId) > 1) ofTenants.set(tenantId, of(tenantId) - 1)
      else ofTenants.delete(tenantId)
    },
  }
}

function learn<Job>(queue: EndpointQueue<Job>, how: Ended): void {
  if (how === 'skipped') return
  queue.failing = !how.ok
  const isQuick = how.ok && how.ms < slowMs
  queue.width = isQuick ? Math.min(mostOfEndpoint, queue.width * 2) : 1
  // Waiting jobs go back to the store: their claims expire, and then they are taken one by one.
  if (queue.failing) queue.waiting = []
}
