import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import type { Result } from '../../src-shared/result.ts'
import { accountCurrency } from '../accounts/currency.ts'
import type { Services } from '../services.ts'
import { matchRecords } from '../settlement/match.ts'
import { currenciesDue, settleEach } from '../settlement/schedule.ts'

/** Closes an account's day on request. */
export interface SettlementClosing {
  close(accountId: string): Promise<Result<Settlement, ServiceError>>
  /** Stops the current runs, which the next start continues. Resolves when they have ended. */
  stop(): Promise<void>
}

export function createSettlementClosing(services: Services): SettlementClosing {
  let stopped = false
  const running = new Set<Promise<unknown>>()
  const isStopped = () => stopped

  async function closeDay(accountId: string): Promise<Result<Settlement, ServiceError>> {
    // Rows created in this millisecond belong to the day that is closed.
    const cutoff = services.clock.now() + 1
    await matchRecords({ ...services, isStopped }, accountId)
    const due = await currenciesDue({ ...services, isStopped }, accountId, cutoff)
    const currencies = new Set([await accountCurrency(services, accountId), ...due])
    return settleEach({ ...services, isStopped }, currencies, { accountId, day: null, cutoff })
  }

  return {
    async close(accountId) {
      const run = closeDay(accountId)
      running.add(run)
      try {
        return await run
      } catch (error) {
        if (!stopped) throw error
        return refuse('overloaded', stopping, { retryAfter: 10 })
      } finally {
        running.delete(run)
      }
    },
    async stop() {
      stopped = true
      await Promise.allSettled(running)
    },
  }
}

const stopping =
  'The service is stopping. The rest is settled after its next start. Send the request again then.'
