import { refuse } from '../../src-shared/api/errors.ts'
import type { settlementOperations } from '../../src-shared/api/operations/settlements.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { ok } from '../../src-shared/result.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import type { ServiceModule, Services } from '../services.ts'
import { readPage } from '../store/read-page.ts'
import { listLines } from './list-lines.ts'
import { startSettlement } from './schedule.ts'
import { listUnmatched } from './unmatched.ts'

/** Section 4.2: settlements, and the job that closes the day of each account. */
export function settlementModule(services: Services): ServiceModule<keyof typeof settlementOperations> {
  const { store } = services
  const load = async (accountId: string, id: string) => {
    const row = await store.get<Settlement>('settlement', accountId, id)
    if (row !== null) return ok(row)
    const message = `There is no settlement ${id} in this account.`
    return refuse('resource_missing', message, { param: 'id' })
  }
  let stopClosing: (() => Promise<void>) | null = null
  return {
    async start() {
      stopClosing = startSettlement(services)
    },
    async stop() {
      await stopClosing?.()
    },
    handlers: {
      'settlements.list_unmatched': async ({ caller, query }) =>
        listUnmatched(store, await accountsInReach(services, caller), query),

      'settlements.list': async ({ caller, query }) => {
        const accountIds = await accountsInReach(services, caller)
        return readPage<Settlement>(store, { kind: 'settlement', accountIds }, query)
      },

      'settlements.get': async ({ caller, params }) => {
        const row = await load(caller.accountId, params.id)
        return row.ok ? ok(row.value.document) : row
      },

      'settlements.list_lines': async ({ caller, params, query }) => {
        const row = await load(caller.accountId, params.id)
        return row.ok ? listLines(store, row.value, query) : row
      },
    },
  }
}
