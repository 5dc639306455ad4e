import type { Currency } from '../../src-shared/currency.ts'
import { ok } from '../../src-shared/result.ts'
import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { DecisionResult } from '../use-case.ts'
import { currencyOf } from './currency.ts'
import type { AccountDocument, AccountRow } from './documents.ts'

/**
 * An account's currency is for good once money is to move in it (docs/decisions/0071). The first commit that makes it so marks
 * the account, whose version it thereby guards: of that commit and a change of the currency in the same moment one is
 * made anew, on every node. What follows finds the mark, and writes the account no more.
 */

export interface CurrencyState {
  /** As it is now, whatever the request found when it was admitted. */
  readonly currency: Currency
  /** The account, where it is not marked yet; null where its currency is kept. */
  readonly unkept: AccountRow | null
}

type KnownAccount = Pick<AccountDocument, 'currency' | 'currency_kept'>

/** Null where the account must be read. */
export const keptCurrency = (account: KnownAccount | undefined): CurrencyState | null =>
  account?.currency_kept === true ? { currency: currencyOf(account), unkept: null } : null

/** @param known of the account, where the caller has it already */
export async function loadCurrency(
  { accounts }: Pick<Services, 'accounts'>,
  accountId: string,
  known?: KnownAccount,
): Promise<CurrencyState> {
  const kept = keptCurrency(known ?? (await accounts.account(accountId))?.document)
  if (kept !== null) return kept
  // Another node may have marked it, or changed its currency, a moment ago.
  accounts.forget(accountId)
  const account = await accounts.account(accountId)
  const isKept = account?.document.currency_kept === true
  return { currency: currencyOf(account?.document), unkept: isKept ? null : account }
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
