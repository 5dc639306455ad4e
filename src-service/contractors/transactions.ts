import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Transaction } from '../../src-shared/api/schemas/contractor.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { Handler } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { readPage } from '../store/read-page.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Condition, Store } from '../store/store.ts'
import { loadContractor } from './load.ts'

const param = 'x-contractor-id'

/** Section 4.3, review contractor transactions: a page of the ledger, and the sums of all of it. */
export const listTransactions =
  (services: Pick<Services, 'store' | 'accounts'>): Handler<'transactions.list'> =>
  async ({ caller, contractorId, query: { settlement_id, ...query } }) => {
    if (contractorId === null) return err(contractorMissing())
    const contractor = await loadContractor(services, caller, contractorId, param)
    if (!contractor.ok) return contractor
    const accountIds = await accountsOfBusiness(
      services,
      caller.tenantId,
      contractor.value.document.business_id,
    )
    const where: readonly Condition[] = [
      { column: 'contractor_id', is: '=', value: contractorId },
      ...(settlement_id === undefined
        ? []
        : [{ column: 'settlement_id', is: '=', value: settlement_id } as const]),
    ]
    const page = await readPage<Transaction>(
      services.store,
      { kind: 'transaction', accountIds, where },
      query,
    )
    if (!page.ok) return page
    return ok({ ...page.value, sums: await sumsBy(services.store, where) })
  }

const contractorMissing = (): ServiceError =>
  serviceError('parameter_missing', `Send ${param}: the contractor whose transactions they are.`, { param })

async function accountsOfBusiness(
  { accounts }: Pick<Services, 'accounts'>,
  tenantId: string,
  businessId: string,
): Promise<readonly string[]> {
  const all = await accounts.accountsOfTenant(tenantId)
  return all.filter(({ document }) => document.business_id === businessId).map(({ id }) => id)
}

interface Sum {
  readonly currency: string
  readonly amount_split: number
  readonly amount_taken_back: number
  readonly amount_net: number
}

async function sumsBy(store: Pick<Store, 'list'>, where: readonly Condition[]): Promise<Sum[]> {
  const sums = new Map<string, Sum>()
  for await (const { document } of rowsOf<Transaction>(store, 'transaction', { where })) {
    const { currency, amount } = document
    const before = sums.get(currency) ?? { currency, amount_split: 0, amount_taken_back: 0, amount_net: 0 }
    sums.set(currency, {
      currency,
      amount_split: before.amount_split + Math.max(0, amount),
      amount_taken_back: before.amount_taken_back + Math.max(0, -amount),
      amount_net: before.amount_net + amount,
    })
  }
  return [...sums.values()]
}
