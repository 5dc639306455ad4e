import { firstIdAt } from '../../src-shared/ids.ts'
import { startPasses } from '../passes.ts'
import type { Services } from '../services.ts'
import type { EventQuery, OutboxEvent } from '../store/store.ts'
import { deliver, type Job } from './deliver.ts'
import { createEndpointQueues } from './endpoint-queues.ts'
import { anyEnabled, fanOut } from './fan-out.ts'
import type { WebhookPoster } from './post-webhook.ts'
import { takeDue } from './take-due.ts'

/** Takes events to the endpoints that ask for them. Every node has one; they share the work by claims in the store. */
export interface Dispatcher {
  /** Events that this node has committed. */
  publish(events: readonly OutboxEvent[]): void
  /** Looks at once for what is due. */
  wake(): void
  start(): void
  stop(): Promise<void>
}

const everyMs = 1_000
/** Events that their node has not taken on by then are taken on by any, ms. */
const leftAfterMs = 5_000
/** Each so many passes those too that a clock that was ahead has dated. */
const aheadEvery = 60
/** Events that wait in memory; what is beyond is found in the store. */
const mostWaiting = 10_000
const atOnce = 200

type DispatcherServices = Pick<Services, 'store' | 'clock' | 'newId' | 'accounts' | 'vault' | 'log'>

export function createDispatcher(services: DispatcherServices, poster: WebhookPoster): Dispatcher {
  const { store, clock, log } = services
  let fresh: OutboxEvent[] = []
  let takingOn: Promise<void> | null = null
  /** In most shops nobody listens: then nothing is pending, and nothing is held here. */
  let anyEndpoints = true
  /** Since the last pass: what was committed before this node knew of it lies in the store. */
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
    for (const job of jobs) queues.add(job.delivery.document.endpoint_id, job, job.failing)
  }

  async function takeOn(events: readonly OutboxEvent[]): Promise<void> {
    const { jobs, hasListeners } = await fanOut(services, events, queues.vacancy)
    anyEndpoints = hasListeners
    addAll(jobs)
  }

  /** What this node has committed, for as long as there is some. */
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
      // They are pending still, and are found in the store.
      fresh = []
      log.warn({ err: error }, 'webhook.fan_out_failed')
    }
  }

  /** Events that a node that died, or had too many, left behind. Pages of what is not left hide none that come after. */
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
      // Another node is at what has just come.
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
        // Of an embedded database everything that is left is this node's own.
        const age = (passes === 0 && !store.shared) || isFirstListener ? 0 : leftAfterMs
        isFirstListener = false
        // Ids go on from the latest there was when a clock that was ahead is set right: their own time does not come for long.
        const isForAhead = passes % aheadEvery === 0
        passes += 1
        await takeOnFresh()
        const now = clock.now()
        await takeOnLeft({ before: firstIdAt('event', now - age) }, age, isStopped)
        if (isForAhead) await takeOnLeft({ after: firstIdAt('event', now + age) }, age, isStopped)
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
