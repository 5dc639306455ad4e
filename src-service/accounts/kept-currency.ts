import type { Currency } from '../../src-shared/currency.ts'
import { ok } from '../../src-shared/result.ts'
import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { DecisionResult } from '../use-case.ts'
import { currencyOf } from './currency.ts'
import type { AccountDocument, AccountRow } from './documents.ts'

/**
 * An account's currency is final once money is to move in it (docs/decisions/0071). The first such commit marks the
 * account and thereby checks its version: if the currency is changed at the same moment, on any node, one of the two
 * commits conflicts and is decided again. Later commits find the mark and do not write the account.
 */

export interface CurrencyState {
  /** The current currency, which may differ from the one at the admission of the request. */
  readonly currency: Currency
  /** The account if it is not marked yet; null if its currency is final. */
  readonly unkept: AccountRow | null
}

type KnownAccount = Pick<AccountDocument, 'currency' | 'currency_kept'>

/** Returns null if the account must be read. */
export const keptCurrency = (account: KnownAccount | undefined): CurrencyState | null =>
  account?.currency_kept === true ? { currency: currencyOf(account), unkept: null } : null

/** @param known the account, if the caller already has it */
export async function loadCurrency(
  { accounts }: Pick<Services, 'accounts'>,
  accountId: string,
  known?: KnownAccount,
): Promise<CurrencyState> {
  const kept = keptCurrency(known ?? (await accounts.account(accountId))?.document)
  if (kept !== null) return kept
  // Another node may just have marked the account or changed its currency.
  accounts.forget(accountId)
  const account = await accounts.account(accountId)
  const isKept = account?.document.currency_kept === true
  return { currency: currencyOf(account?.document), unkept: isKept ? null : account }
}

/** @param unkept the account as loaded for this decision; null leaves the decision unchanged */
export const keepingCurrency = <Reply>(
  decision: DecisionResult<Reply>,
  unkept: AccountRow | null,
  now: number,
): DecisionResult<Reply> => {
  if (!decision.ok || decision.value.writes.length === 0 || unkept === null) return decision
  const marked = nextRow(unkept, { ...unkept.document, currency_kept: true }, now)
  return ok({ ...decision.value, writes: [...decision.value.writes, updateOf('account', marked)] })
}
