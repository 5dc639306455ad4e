import type { ServiceModule } from '../services.ts'
import { startPasses } from '../time/passes.ts'
import { type ReconciliationServices, reconcile } from './reconcile.ts'

/** Delay of the first pass after the start, and of each pass after the previous one, in ms of the service's clock. */
const firstAfterMs = 5_000
const everyMs = 5 * 60_000

/** Periodically applies what banks report about payments after their answer. */
export function reconciliationModule(services: ReconciliationServices): ServiceModule<never> {
  let stop = async () => {}
  return {
    handlers: {},
    async start() {
      const passes = { everyMs, firstAfterMs, failed: 'reconciliation.pass_failed' }
      stop = startPasses(services, passes, (isStopped) => reconcile(services, isStopped))
    },
    async stop() {
      await stop()
    },
  }
}
