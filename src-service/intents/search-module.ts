import type { searchOperations } from '../../src-shared/api/operations/search.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { ok } from '../../src-shared/result.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import type { ServiceModule, Services } from '../services.ts'
import { searchTerms } from './search.ts'

/** Section 4.2: the search for payment intents. */
export function intentSearchModule(services: Services): ServiceModule<keyof typeof searchOperations> {
  return {
    handlers: {
      'payment_intents.search': async ({ caller, body }) => {
        const terms = searchTerms(body)
        if (!terms.ok) return terms
        const { page, ...search } = terms.value
        const accountIds = await accountsInReach(services, caller)
        const found = await services.store.search<PaymentIntent>('payment_intent', { ...search, accountIds })
        return ok({
          data: found.rows.map((row) => row.document),
          meta: { page, limit: search.limit, total: found.total, total_exact: found.exact },
        })
      },
    },
  }
}
