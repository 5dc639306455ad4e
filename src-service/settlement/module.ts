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
        const row = await store.get<Settlement>('settlement', caller.accountId, params.id)
        return row === null ? missing(params.id, 'in this account') : ok(row.document)
      },

      'settlements.list_lines': async ({ caller, params, query }) => {
        const accountIds = await accountsInReach(services, caller)
        const row = await store.find<Settlement>('settlement', params.id)
        const isReached = row !== null && accountIds.includes(row.account_id)
        return isReached ? listLines(store, row, query) : missing(params.id, 'that this key can access')
      },
    },
  }
}

const missing = (id: string, where: string) =>
  refuse('resource_missing', `There is no settlement ${id} ${where}.`, { param: 'id' })
