import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { LedgerSum, Transaction } from '../../src-shared/api/schemas/contractor.ts'
import { maximumAmount } from '../../src-shared/money.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { callerReaches } from '../accounts/reach.ts'
import type { Handler } from '../http/handler.ts'
import type { ReadingServices } from '../services.ts'
import { equal } from '../store/filters.ts'
import { readPage } from '../store/read-page.ts'
import type { Condition, Store } from '../store/store.ts'
import { loadContractor } from './load.ts'

const param = 'x-contractor-id'

/** Section 4.3, review contractor transactions: a page of the ledger, and the sums of all pages. */
export const listTransactions =
  (services: ReadingServices): Handler<'transactions.list'> =>
  async ({ caller, contractorId, query: { settlement_id, ...query } }) => {
    if (contractorId === null) return err(contractorMissing())
    const contractor = await loadContractor(services, caller, contractorId, param)
    if (!contractor.ok) return contractor
    const accounts = await services.accounts.accountsOfBusiness(contractor.value.document.business_id)
    const reached = accounts.filter((account) => callerReaches(caller, account))
    const accountIds = reached.map(({ id }) => id)
    const where: readonly [Condition, ...Condition[]] = [
      { column: 'contractor_id', is: '=', value: contractorId },
      ...equal({ settlement_id }),
    ]
    const page = await readPage<Transaction>(
      services.store,
      { kind: 'transaction', accountIds, where },
      query,
    )
    if (!page.ok) return page
    if (accountIds.length === 0) return ok({ ...page.value, sums: [] })
    // Without a condition on accounts, one index covers the whole sum.
    const isWhole = reached.length === accounts.length
    const summed: typeof where = isWhole
      ? where
      : [...where, { column: 'account_id', is: 'in', value: accountIds }]
    const sums = await sumsOf(services.store, summed)
    return sums.ok ? ok({ ...page.value, sums: sums.value }) : sums
  }

const contractorMissing = (): ServiceError =>
  serviceError(
    'parameter_missing',
    `${param} is required: the contractor whose transactions you want to list.`,
    { param },
  )

/** @returns a state_conflict if a sum exceeds the maximum amount, instead of an inexact sum */
async function sumsOf(
  store: Pick<Store, 'sums'>,
  where: readonly [Condition, ...Condition[]],
): Promise<Result<LedgerSum[], ServiceError>> {
  const sums: LedgerSum[] = []
  for (const { group, above, below } of await store.sums('transaction', {
    ...{ of: 'amount', by: 'currency', where },
  })) {
    if (above > maximumAmount || -below > maximumAmount) {
      const message = `The ${group} amounts add up to more than ${maximumAmount} cents, the maximum of an amount. Send a settlement_id to list fewer transactions.`
      return refuse('state_conflict', message, { param })
    }
    sums.push({
      currency: group,
      amount_split: Number(above),
      amount_taken_back: Number(-below),
      amount_net: Number(above + below),
    })
  }
  return ok(sums)
}
