/**
 * How many webhooks are on their way at once. Each endpoint has a lane of its own, so that one that is slow or dead never
 * delays another:
 *
 * - a lane begins with one at a time, doubles with each quick success up to eight, and is back at one after a failure
 *   or a slow answer;
 * - lanes of one at a time (new, slow, failing) share places of their own: however many they are, they take none from
 *   the lanes that work.
 */

const mostOfLane = 8
const mostInAll = 64
/** What may wait in memory for each that may run. The rest waits in the store. */
const waitingPerPlace = 25
/** An answer that takes longer is slow, ms. */
const slowMs = 2_000

interface Lane<Job> {
  waiting: Job[]
  running: number
  width: number
  failing: boolean
}

/** How a job ended. `skipped`: it was not tried, which says nothing of the endpoint. */
export type Ended = { readonly ok: boolean; readonly ms: number } | 'skipped'

export interface Lanes<Job> {
  /** How many more jobs for this endpoint are taken now. */
  vacancy(endpointId: string): number
  add(endpointId: string, job: Job): void
  /** Drops what waits; resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** @param onVacant called when a lane has run empty: more may wait in the store. */
export function createLanes<Job>(run: (job: Job) => Promise<Ended>, onVacant: () => void): Lanes<Job> {
  const lanes = new Map<string, Lane<Job>>()
  const running = { narrow: 0, wide: 0 }
  const all = new Set<Promise<void>>()
  let stopped = false

  const laneOf = (endpointId: string): Lane<Job> => {
    const known = lanes.get(endpointId)
    if (known !== undefined) return known
    const lane: Lane<Job> = { waiting: [], running: 0, width: 1, failing: false }
    lanes.set(endpointId, lane)
    return lane
  }

  function fill(lane: Lane<Job>): void {
    while (!stopped && lane.running < lane.width) {
      const pool = lane.width === 1 ? 'narrow' : 'wide'
      if (running[pool] >= mostInAll) return
      const job = lane.waiting.shift()
      if (job === undefined) return
      running[pool] += 1
      lane.running += 1
      const ended = run(job)
        .catch((): Ended => 'skipped')
        .then((how) => {
          running[pool] -= 1
          lane.running -= 1
          all.delete(ended)
          learn(lane, how)
          fill(lane)
          // Others may have waited for the place.
          for (const other of lanes.values()) if (other.waiting.length > 0) fill(other)
          if (lane.waiting.length === 0 && !stopped) onVacant()
        })
      all.add(ended)
    }
  }

  return {
    vacancy(endpointId) {
      const lane = laneOf(endpointId)
      const busy = lane.running + lane.waiting.length
      if (lane.failing) return busy === 0 ? 1 : 0
      return Math.max(0, lane.width * (waitingPerPlace + 1) - busy)
    },
    add(endpointId, job) {
      const lane = laneOf(endpointId)
      lane.waiting.push(job)
      fill(lane)
    },
    async stop() {
      stopped = true
      for (const lane of lanes.values()) lane.waiting = []
      await Promise.all(all)
    },
  }
}

function learn<Job>(lane: Lane<Job>, how: Ended): void {
  if (how === 'skipped') return
  lane.failing = !how.ok
  const isQuick = how.ok && how.ms < slowMs
  lane.width = isQuick ? Math.min(mostOfLane, lane.width * 2) : 1
  // What waited in memory goes back to the store: its claim runs out, and then it comes one by one.
  if (lane.failing) lane.waiting = []
}
