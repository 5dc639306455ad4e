import { setImmediate as turn } from 'node:timers/promises'

/** Accounts read before yielding to the event loop. */
const accountsAtOnce = 100
/** So few are not worth a statement of their own. */
const fewAccounts = 4

/**
 * Returns the first `limit` keys of several accounts together. Reads the keys of each account by its own index: one
 * statement for all accounts would read and sort all of their rows. Drops keys on the way, because a partner may have a
 * hundred thousand accounts.
 * @param having returns those of some accounts that have any key; one statement is much faster than one for each
 * @param keysOf returns the first keys of one account, at most `limit`
 */
export async function firstOfAccounts<Key>(
  { accountIds, limit }: { readonly accountIds: readonly string[]; readonly limit: number },
  order: (one: Key, other: Key) => number,
  having: (accountIds: readonly string[]) => readonly string[],
  keysOf: (accountId: string) => readonly Key[],
): Promise<readonly Key[]> {
  let first: Key[] = []
  for (let from = 0; from < accountIds.length; from += accountsAtOnce) {
    if (from > 0) await turn()
    const some = accountIds.slice(from, from + accountsAtOnce)
    for (const accountId of some.length < fewAccounts ? some : having(some)) first.push(...keysOf(accountId))
    first = first.sort(order).slice(0, limit)
  }
  return first
}
