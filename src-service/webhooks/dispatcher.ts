import { firstEventIdAt } from '../../src-shared/ids.ts'
import type { Services } from '../services.ts'
import type { EventQuery, OutboxEvent } from '../store/store.ts'
import { startPasses } from '../time/passes.ts'
import { deliver, type Job } from './deliver.ts'
import { createEndpointQueues } from './endpoint-queues.ts'
import { anyEnabled, fanOut } from './fan-out.ts'
import type { WebhookPoster } from './post-webhook.ts'
import { takeDue } from './take-due.ts'

/**
 * Delivers events to the endpoints that subscribe to them. Every node has a dispatcher; they share the work by claims
 * in the store.
 */
export interface Dispatcher {
  /** Accepts events that this node has committed. */
  publish(events: readonly OutboxEvent[]): void
  /** Looks for due deliveries at once. */
  wake(): void
  start(): void
  stop(): Promise<void>
}

const everyMs = 1_000
/** Events that their own node has not processed after this time, in ms, are processed by any node. */
const leftAfterMs = 5_000
/** Every this many passes, events with a date ahead of the clock are processed as well. */
const aheadEvery = 60
/** Maximum number of events waiting in memory; further ones are found in the store. */
const mostWaiting = 10_000
const atOnce = 200

type DispatcherServices = Pick<Services, 'store' | 'clock' | 'newId' | 'accounts' | 'vault' | 'log'>

export function createDispatcher(services: DispatcherServices, poster: WebhookPoster): Dispatcher {
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
  let isDueWanted = false
  let looking: Promise<void> | null = null
  let stopPasses = async () => {}
  const queues = createEndpointQueues<Job>(
    (job) => runJob(job),
    () => wake(),
  )

  const runJob = async (job: Job) => {
    try {
      return await deliver(services, poster, job)
    } catch (error) {
      log.error({ err: error, event_id: job.event.id }, 'webhook.attempt_failed')
      return 'skipped' as const
    }
  }
  const addAll = (jobs: readonly Job[]) => {
    for (const job of jobs) queues.add(job.endpoint, job)
  }

  async function takeOn(events: readonly OutboxEvent[]): Promise<void> {
    const { jobs, hasListeners } = await fanOut(services, events, queues.vacancy)
    anyEndpoints = hasListeners
    addAll(jobs)
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

  /**
   * Processes events that a node has left because it died or had too many. Reads all pages, because a page may contain
   * only events that are not left.
   */
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

  const look = (): Promise<void> => {
    isDueWanted = true
    looking ??= lookForDue().finally(() => {
      looking = null
    })
    return looking
  }

  async function lookForDue(): Promise<void> {
    try {
      while (isDueWanted && !stopped) {
        isDueWanted = false
        addAll(await takeDue(services, queues.vacancy))
      }
    } catch (error) {
      log.warn({ err: error }, 'webhook.due_failed')
    }
  }

  const wake = () => {
    if (!stopped) void look()
  }

  const listenFromNow = () => {
    if (!anyEndpoints) isFirstListener = true
    anyEndpoints = true
  }

  return {
    publish(events) {
      if (stopped || !anyEndpoints || fresh.length + events.length > mostWaiting) return
      fresh.push(...events)
      setImmediate(() => void takeOnFresh())
    },
    wake() {
      listenFromNow()
      wake()
    },
    start() {
      stopped = false
      let passes = 0
      stopPasses = startPasses(services, { everyMs, failed: 'webhook.pass_failed' }, async (isStopped) => {
        // Another node may have made the first endpoint.
        if (!anyEndpoints && (await anyEnabled(services))) listenFromNow()
        // In an embedded database, all events left are this node's own.
        const age = (passes === 0 && !store.shared) || isFirstListener ? 0 : leftAfterMs
        isFirstListener = false
        // After a fast clock is corrected, ids continue from the latest one, so such events are dated ahead for a
        // while.
        const isForAhead = passes % aheadEvery === 0
        passes += 1
        await takeOnFresh()
        const now = clock.now()
        await takeOnLeft({ before: firstEventIdAt(now - age) }, age, isStopped)
        if (isForAhead) await takeOnLeft({ after: firstEventIdAt(now + age) }, age, isStopped)
        await look()
      })
    },
    async stop() {
      stopped = true
      poster.stop()
      await stopPasses()
      await Promise.all([takingOn, looking])
      await queues.stop()
    },
  }
}
