import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { beforeAll, expect, test, vi } from 'vitest'
import { accountsInReach } from '../../../../src-service/accounts/accounts-in-reach.ts'
import { createAccountDirectory } from '../../../../src-service/accounts/directory.ts'
import type { AccountDocument, BusinessDocument } from '../../../../src-service/accounts/documents.ts'
import { ownersInReach } from '../../../../src-service/accounts/owners-in-reach.ts'
import type { Caller } from '../../../../src-service/caller.ts'
import { firstRow, insertOf, noAccount } from '../../../../src-service/store/row-writes.ts'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import type { Kind, Store } from '../../../../src-service/store/store.ts'

const tenant_id = 'tnt_1'
const folder = mkdtempSync(join(tmpdir(), 'large-tenant-'))
const file = join(folder, 'service.db')
let store: Store

/** A tenant with many businesses, of which the partner has two: the first and the last. */
const count = 300
const isOwn = (at: number) => at === 0 || at === count - 1

beforeAll(async () => {
  store = createSqliteStore(file)
  const writes = Array.from({ length: count }, (_, at) => {
    const partner_id = isOwn(at) ? 'ptn_own' : at % 2 === 0 ? 'ptn_other' : null
    const business: BusinessDocument = { tenant_id, partner_id, name: `Shop ${at}` }
    const account = {
      ...{ tenant_id, partner_id, business_id: `bus_${at}`, merchant_id: `m_${at}`, name: `Till ${at}` },
      status: 'boarded',
    } as AccountDocument
    return [
      insertOf('business', firstRow(noAccount, `bus_${at}`, business, at)),
      insertOf('account', firstRow(noAccount, `acct_${at}`, account, at)),
    ]
  }).flat()
  expect((await store.commit({ writes })).ok).toBe(true)
  return async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  }
})

const caller: Caller = {
  ...{ keyId: 'key_1', tenantId: tenant_id, level: 'partner', accountId: null },
  bounds: { partner_id: 'ptn_own', business_id: null, account_id: null },
}
const services = () => ({ accounts: createAccountDirectory(store, () => 0) })

async function rowsRead(kind: Kind, work: () => Promise<unknown>): Promise<number> {
  const list = vi.spyOn(store, 'list')
  await work()
  const found = await Promise.all(list.mock.results.map(({ value }) => value as Promise<readonly unknown[]>))
  const kinds = list.mock.calls.map(([asked]) => asked)
  list.mockRestore()
  return found.reduce((sum, rows, at) => sum + (kinds[at] === kind ? rows.length : 0), 0)
}

test("a partner's lists read the partner's own accounts, not those of the whole tenant", async () => {
  expect(await accountsInReach(services(), caller)).toEqual([`acct_${count - 1}`, 'acct_0'])
  expect(await rowsRead('account', () => accountsInReach(services(), caller))).toBe(2)
})

test("a partner's lists read the partner's own businesses, not those of the whole tenant", async () => {
  const owners = await ownersInReach(services(), caller)
  expect(owners).toEqual([`acct_${count - 1}`, 'acct_0', `bus_${count - 1}`, 'bus_0'])
  expect(await rowsRead('business', () => ownersInReach(services(), caller))).toBe(2)
})

test('a row that a node of the previous version has written is found as well', async () => {
  const database = new Libsql(file)
  for (const table of ['accounts', 'businesses']) database.exec(`UPDATE ${table} SET partner = NULL`)
  database.close()
  const owners = await ownersInReach(services(), caller)
  expect(owners).toEqual([`acct_${count - 1}`, 'acct_0', `bus_${count - 1}`, 'bus_0'])
})
