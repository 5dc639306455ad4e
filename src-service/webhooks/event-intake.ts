import { firstEventIdAt } from '../../src-shared/ids.ts'
import type { Services } from '../services.ts'
import type { EventQuery, OutboxEvent } from '../store/store.ts'
import type { Job } from './deliver.ts'
import { anyEnabled, fanOut, type Vacancy } from './fan-out.ts'

/** Takes on committed events: for each, the deliveries to the endpoints that subscribe to it are recorded. */
export interface EventIntake {
  start(): void
  /** Accepts events that this node has committed. */
  publish(events: readonly OutboxEvent[]): void
  /** An endpoint was made. */
  listenFromNow(): void
  /** Takes on what is left: of this node, and of nodes that died or had too many. */
  pass(isStopped: () => boolean): Promise<void>
  stop(): Promise<void>
}

/** Events that their own node has not processed after this time, in ms, are processed by any node. */
const leftAfterMs = 5_000
/** Every this many passes, events with a date ahead of the clock are processed as well. */
const aheadEvery = 60
/** Maximum number of events waiting in memory; further ones are found in the store. */
const mostWaiting = 10_000
const atOnce = 200

export function createEventIntake(
  services: Pick<Services, 'store' | 'clock' | 'accounts' | 'log'>,
  vacancy: Vacancy,
  onJobs: (jobs: readonly Job[]) => void,
): EventIntake {
  const { store, clock, log } = services
  let fresh: OutboxEvent[] = []
  let takingOn: Promise<void> | null = null
  /** Most shops have no endpoints: then no event is pending, and none is kept here. */
  let anyEndpoints = true
  /**
   * Whether the first endpoint was made since the last pass: events from before this node knew of it are in the store.
   */
  let isFirstListener = false
  let stopped = true
  let passes = 0

  async function takeOn(events: readonly OutboxEvent[]): Promise<void> {
    const { jobs, hasListeners } = await fanOut(services, events, vacancy)
    anyEndpoints = hasListeners
    onJobs(jobs)
  }

  /** Processes this node's events until none is left. */
  const takeOnFresh = (): Promise<void> => {
    takingOn ??= takeOnAll().finally(() => {
      takingOn = null
    })
    return takingOn
  }

  async function takeOnAll(): Promise<void> {
    try {
      while (fresh.length > 0 && !stopped) {
        const some = fresh.slice(0, atOnce)
        fresh = fresh.slice(atOnce)
        await takeOn(some)
      }
    } catch (error) {
      // The events are still pending, and are found in the store.
      fresh = []
      log.warn({ err: error }, 'webhook.fan_out_failed')
    }
  }

  /** Processes events that a node has left. Reads all pages, because a page may contain only events that are not left. */
  async function takeOnLeft(
    ids: Pick<EventQuery, 'before' | 'after'>,
    age: number,
    isStopped: () => boolean,
  ): Promise<void> {
    let after = ids.after ?? ''
    for (;;) {
      const events = await store.events({ pending: true, ...ids, after, limit: atOnce })
      const own = new Set(fresh.map(({ id }) => id))
      const now = clock.now()
      // New events are being processed by their own node.
      const isNew = (at: number) => at > now - age && at <= now + age
      const left = events.filter(({ id, created_at }) => !own.has(id) && !isNew(created_at))
      if (isStopped()) return
      if (left.length > 0) await takeOn(left)
      const last = events.at(-1)
      if (last === undefined || events.length < atOnce) return
      after = last.id
    }
  }

  function listenFromNow(): void {
    if (!anyEndpoints) isFirstListener = true
    anyEndpoints = true
  }

  return {
    start() {
      stopped = false
      passes = 0
    },
    publish(events) {
      if (stopped || !anyEndpoints || fresh.length + events.length > mostWaiting) return
      fresh.push(...events)
      setImmediate(() => void takeOnFresh())
    },
    listenFromNow,
    async pass(isStopped) {
      // Another node may have made the first endpoint.
      if (!anyEndpoints && (await anyEnabled(services))) listenFromNow()
      // In an embedded database, all events left are this node's own.
      const age = (passes === 0 && !store.shared) || isFirstListener ? 0 : leftAfterMs
      isFirstListener = false
      // After a fast clock is corrected, ids continue from the latest one, so such events are dated ahead for a while.
      const isForAhead = passes % aheadEvery === 0
      passes += 1
      await takeOnFresh()
      const now = clock.now()
      await takeOnLeft({ before: firstEventIdAt(now - age) }, age, isStopped)
      if (isForAhead) await takeOnLeft({ after: firstEventIdAt(now + age) }, age, isStopped)
    },
    async stop() {
      stopped = true
      await takingOn
    },
  }
}
