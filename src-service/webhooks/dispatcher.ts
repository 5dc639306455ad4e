import type { Services } from '../services.ts'
import type { OutboxEvent } from '../store/store.ts'
import { startPasses } from '../time/passes.ts'
import { deliver, type Job } from './deliver.ts'
import { createEndpointQueues } from './endpoint-queues.ts'
import { createEventIntake } from './event-intake.ts'
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

type DispatcherServices = Pick<Services, 'store' | 'clock' | 'newId' | 'accounts' | 'vault' | 'log'>

export function createDispatcher(services: DispatcherServices, poster: WebhookPoster): Dispatcher {
  const { log } = services
  let stopped = true
  let isDueWanted = false
  let looking: Promise<void> | null = null
  let stopPasses = async () => {}
  const queues = createEndpointQueues<Job>(
    (job) => runJob(job),
    () => wake(),
  )
  const intake = createEventIntake(services, queues.vacancy, addAll)

  const runJob = async (job: Job) => {
    try {
      return await deliver(services, poster, job)
    } catch (error) {
      log.error({ err: error, event_id: job.event.id }, 'webhook.attempt_failed')
      return 'skipped' as const
    }
  }
  function addAll(jobs: readonly Job[]): void {
    for (const job of jobs) queues.add(job.endpoint, job)
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

  return {
    publish: intake.publish,
    wake() {
      intake.listenFromNow()
      wake()
    },
    start() {
      stopped = false
      intake.start()
      stopPasses = startPasses(services, { everyMs, failed: 'webhook.pass_failed' }, async (isStopped) => {
        await intake.pass(isStopped)
        await look()
      })
    },
    async stop() {
      stopped = true
      poster.stop()
      await Promise.all([intake.stop(), stopPasses()])
      await looking
      await queues.stop()
    },
  }
}
