import type { ServiceModule } from '../services.ts'
import { type ReconciliationServices, reconcile } from './reconcile.ts'

/** After the start, and after each pass; ms of the service's clock. */
const firstAfterMs = 5_000
const everyMs = 5 * 60_000

/** What banks report of payments after their answer, taken in by itself. */
export function reconciliationModule(services: ReconciliationServices): ServiceModule<never> {
  let stop: (() => Promise<void>) | null = null
  return {
    handlers: {},
    async start() {
      stop = startReconciliation(services)
    },
    async stop() {
      await stop?.()
    },
  }
}

/** @returns the function that stops it; resolves when the pass that is running has ended. */
function startReconciliation(services: ReconciliationServices): () => Promise<void> {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const pass = async () => {
    try {
      await reconcile(services, () => stopped)
    } catch (error) {
      services.log.warn({ err: error }, 'reconciliation.pass_failed')
    }
    if (!stopped) callOff = services.clock.after(everyMs, run)
  }
  const run = () => {
    running = pass()
  }
  let callOff = services.clock.after(firstAfterMs, run)
  return async () => {
    stopped = true
    callOff()
    await running
  }
}
