import { expect, onTestFinished, test, vi } from 'vitest'
import { accountsInReach } from '../../../../src-service/accounts/accounts-in-reach.ts'
import { createAccountDirectory } from '../../../../src-service/accounts/directory.ts'
import type { AccountDocument, BusinessDocument } from '../../../../src-service/accounts/documents.ts'
import { ownersInReach } from '../../../../src-service/accounts/owners-in-reach.ts'
import type { Caller } from '../../../../src-service/caller.ts'
import { migrations } from '../../../../src-service/store/migrations.ts'
import { firstRow, insertOf, noAccount } from '../../../../src-service/store/row-writes.ts'
import type { Kind, Store } from '../../../../src-service/store/store.ts'
import { migratedStores } from '../../../support/migrated-stores.ts'

const tenant_id = 'tnt_1'
/** A tenant with many businesses, of which the partner has two: the first and the last. */
const count = 300
const isOwn = (at: number) => at === 0 || at === count - 1
const ownAccounts = [`acct_${count - 1}`, 'acct_0']
const ownBusinesses = [`bus_${count - 1}`, 'bus_0']

const caller: Caller = {
  ...{ keyId: 'key_1', tenantId: tenant_id, level: 'partner', accountId: null },
  bounds: { partner_id: 'ptn_own', business_id: null, account_id: null },
}

async function fill(store: Store): Promise<void> {
  const writes = Array.from({ length: count }, (_, at) => {
    const partner_id = isOwn(at) ? 'ptn_own' : at % 2 === 0 ? 'ptn_other' : null
    const business: BusinessDocument = { tenant_id, partner_id, name: `Shop "partner_id":"ptn_${at}"` }
    const account = {
      ...{ name: 'Till "partner_id":"ptn_own"', tenant_id, partner_id, business_id: `bus_${at}` },
      ...{ merchant_id: `m_${at}`, status: 'boarded' },
    } as AccountDocument
    return [
      insertOf('business', firstRow(noAccount, `bus_${at}`, business, at)),
      insertOf('account', firstRow(noAccount, `acct_${at}`, account, at)),
    ]
  }).flat()
  expect((await store.commit({ writes })).ok).toBe(true)
}

async function rowsRead(store: Store, kind: Kind, work: () => Promise<unknown>): Promise<number> {
  const list = vi.spyOn(store, 'list')
  await work()
  const found = await Promise.all(list.mock.results.map(({ value }) => value as Promise<readonly unknown[]>))
  const kinds = list.mock.calls.map(([asked]) => asked)
  list.mockRestore()
  return found.reduce((sum, rows, at) => sum + (kinds[at] === kind ? rows.length : 0), 0)
}

test.each(Object.entries(migratedStores))(
  "a partner's lists read the partner's own accounts and businesses, not those of the whole tenant, on %s",
  async (_, open) => {
    const { store, run } = await open()
    onTestFinished(() => store.close())
    await fill(store)
    const services = { accounts: createAccountDirectory(store, () => 0) }
    const readsOwnOnly = async () => {
      expect(await ownersInReach(services, caller)).toEqual([...ownAccounts, ...ownBusinesses])
      expect(await rowsRead(store, 'account', () => accountsInReach(services, caller))).toBe(2)
      expect(await rowsRead(store, 'business', () => ownersInReach(services, caller))).toBe(2)
    }
    await readsOwnOnly()
    // The migration finds the partner of existing rows.
    for (const table of ['accounts', 'businesses']) {
      await run(`DROP INDEX ${table}_by_partner`)
      await run(`ALTER TABLE ${table} DROP COLUMN partner`)
    }
    for (const { number, sql } of migrations) if (number === 55 || number === 56) await run(sql)
    await readsOwnOnly()
    // A row written meanwhile by a node of the previous version is found as well.
    for (const table of ['accounts', 'businesses']) await run(`UPDATE ${table} SET partner = NULL`)
    expect(await ownersInReach(services, caller)).toEqual([...ownAccounts, ...ownBusinesses])
  },
)
