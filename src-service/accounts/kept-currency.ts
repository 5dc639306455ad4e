import { ok } from '../../src-shared/result.ts'
import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { DecisionResult } from '../use-case.ts'
import type { AccountDocument, AccountRow } from './documents.ts'

/**
 * An account's currency is for good once money is to move in it (docs/decisions/0071). The first commit that makes it so marks
 * the account, whose version it thereby guards: of that commit and a change of the currency in the same moment one is
 * made anew, on every node. What follows finds the mark, and writes the account no more.
 */

/** The account as it is now, where it is not marked yet; null where its currency is kept. */
export async function unkeptAccount(
  { accounts }: Pick<Services, 'accounts'>,
  accountId: string,
  known?: Pick<AccountDocument, 'currency_kept'>,
): Promise<AccountRow | null> {
  if (known?.currency_kept === true) return null
  // Another node may have marked it, or changed its currency, a moment ago.
  accounts.forget(accountId)
  const account = await accounts.account(accountId)
  return account?.document.currency_kept === true ? null : account
}

/** @param unkept as it was loaded for this decision; null leaves the decision as it is */
export const keepingCurrency = <Reply>(
  decision: DecisionResult<Reply>,
  unkept: AccountRow | null,
  now: number,
): DecisionResult<Reply> => {
  if (!decision.ok || decision.value.writes.length === 0 || unkept === null) return decision
  const marked = nextRow(unkept, { ...unkept.document, currency_kept: true }, now)
  return ok({ ...decision.value, writes: [...decision.value.writes, updateOf('account', marked)] })
}
