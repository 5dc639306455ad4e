/**
 * How many webhooks are on their way at once. Each endpoint has a queue of its own, so that one that is slow or dead never
 * delays another:
 *
 * - a queue begins with one at a time, doubles with each quick success up to eight, and is back at one after a failure
 *   or a slow answer;
 * - queues of one at a time (new or slow) share places of their own, and those that fail share others: however many
 *   they are, they take none from the queues that work. Ten thousand that time out need 39 minutes for a turn each.
 */

const mostOfEndpoint = 8
const mostInAll = 64
/** What may wait in memory for each that may run. The rest waits in the store. */
const waitingPerPlace = 25
/** An answer that takes longer is slow, ms. */
const slowMs = 2_000

interface EndpointQueue<Job> {
  waiting: Job[]
  running: number
  width: number
  failing: boolean
}

/** How a job ended. `skipped`: it was not tried, which says nothing of the endpoint. */
export type Ended = { readonly ok: boolean; readonly ms: number } | 'skipped'

export interface EndpointQueues<Job> {
  /** How many more jobs for this endpoint are taken now. */
  vacancy(endpointId: string): number
  /** @param isFailing whether it was last, before this process knew it */
  add(endpointId: string, job: Job, isFailing?: boolean): void
  /** Drops what waits; resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** @param onVacant called when a queue has run empty: more may wait in the store. */
export function createEndpointQueues<Job>(
  run: (job: Job) => Promise<Ended>,
  onVacant: () => void,
): EndpointQueues<Job> {
  const queues = new Map<string, EndpointQueue<Job>>()
  const running = { failing: 0, narrow: 0, wide: 0 }
  const all = new Set<Promise<void>>()
  let stopped = false

  const queueOf = (endpointId: string, failing: boolean): EndpointQueue<Job> => {
    const known = queues.get(endpointId)
    if (known !== undefined) return known
    const queue = { ...emptyQueue<Job>(), failing }
    queues.set(endpointId, queue)
    return queue
  }

  /** A place that becomes free is for the queue that had none the longest. A map keeps the order of its entries. */
  const toTheEnd = (endpointId: string, queue: EndpointQueue<Job>) => {
    queues.delete(endpointId)
    queues.set(endpointId, queue)
  }

  function fill(endpointId: string, queue: EndpointQueue<Job>): void {
    while (!stopped && queue.running < queue.width) {
      const pool = queue.failing ? 'failing' : queue.width === 1 ? 'narrow' : 'wide'
      if (running[pool] >= mostInAll) return
      const job = queue.waiting.shift()
      if (job === undefined) return
      toTheEnd(endpointId, queue)
      running[pool] += 1
      queue.running += 1
      const ended = run(job)
        .catch((): Ended => 'skipped')
        .then((how) => {
          running[pool] -= 1
          queue.running -= 1
          all.delete(ended)
          learn(queue, how)
          // Others have waited for the place: they come before what waits here.
          toTheEnd(endpointId, queue)
          for (const [id, other] of [...queues]) if (other.waiting.length > 0) fill(id, other)
          if (queue.waiting.length === 0 && !stopped) onVacant()
        })
      all.add(ended)
    }
  }

  return {
    vacancy(endpointId) {
      // One that is gone is asked about too, and needs none.
      const queue = queues.get(endpointId) ?? emptyQueue<Job>()
      const busy = queue.running + queue.waiting.length
      if (queue.failing) return busy === 0 ? 1 : 0
      return Math.max(0, queue.width * (waitingPerPlace + 1) - busy)
    },
    add(endpointId, job, isFailing = false) {
      const queue = queueOf(endpointId, isFailing)
      queue.waiting.push(job)
      fill(endpointId, queue)
    },
    async stop() {
      stopped = true
      for (const queue of queues.values()) queue.waiting = []
      await Promise.all(all)
    },
  }
}

const emptyQueue = <Job>(): EndpointQueue<Job> => ({ waiting: [], running: 0, width: 1, failing: false })

function learn<Job>(queue: EndpointQueue<Job>, how: Ended): void {
  if (how === 'skipped') return
  queue.failing = !how.ok
  const isQuick = how.ok && how.ms < slowMs
  queue.width = isQuick ? Math.min(mostOfEndpoint, queue.width * 2) : 1
  // What waited in memory goes back to the store: its claim runs out, and then it comes one by one.
  if (queue.failing) queue.waiting = []
}
