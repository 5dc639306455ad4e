import { setImmediate as turn } from 'node:timers/promises'

/** Accounts read before yielding to the event loop. */
const accountsAtOnce = 100

/**
 * Returns the first `limit` keys of several accounts together. Reads the keys of each account by its own index: one
 * statement for all accounts would read and sort all of their rows. Drops keys on the way, because a partner may have a
 * hundred thousand accounts.
 * @param keysOf returns the first keys of one account, at most `limit`
 */
export async function firstOfAccounts<Key>(
  { accountIds, limit }: { readonly accountIds: readonly string[]; readonly limit: number },
  order: (one: Key, other: Key) => number,
  keysOf: (accountId: string) => readonly Key[],
): Promise<readonly Key[]> {
  let first: Key[] = []
  for (const [index, accountId] of accountIds.entries()) {
    first.push(...keysOf(accountId))
    if (index % accountsAtOnce !== accountsAtOnce - 1) continue
    first = first.sort(order).slice(0, limit)
    await turn()
  }
  return first.sort(order).slice(0, limit)
}
