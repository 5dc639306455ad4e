import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDetails, sealDetails } from '../../../../src-service/boarding/confidential.ts'
import { createClock } from '../../../../src-service/clock.ts'
import { silentLog } from '../../../../src-service/log.ts'
import { insertOf } from '../../../../src-service/store/row-writes.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { dataKeyLifeMs } from '../../../../src-service/vault/data-keys.ts'
import { type SharedSecrets, secretsInMemory } from '../../../../src-service/vault/shared-secrets.ts'
import { resealEntries, startVaultUpkeep } from '../../../../src-service/vault/upkeep.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a node that seals a long table anew reads the data keys of other nodes all the same', async () => {
  const clock = createClock()
  let ahead = 0
  const secrets: SharedSecrets = { ...secretsInMemory(), shared: true }
  const keys = randomBytes(32).toString('base64')
  const vault = await openVault({ directory: null, keys, secrets, now: clock.now })
  const other = await openVault({ directory: null, keys, secrets, now: () => clock.now() + ahead })

  const opened = openSqliteStore(join(await temporaryFolder('upkeep'), 'service.db'))
  onTestFinished(() => opened.close())
  let begun = false
  let release = () => {}
  const tableRead = new Promise<void>((resolve) => {
    release = resolve
  })
  const list: Store['list'] = async (...asked) => {
    begun = true
    await tableRead
    return opened.list(...asked)
  }
  const stop = startVaultUpkeep({ store: { ...opened, list }, clock, log: silentLog, vault })
  try {
    await expect.poll(() => begun, { timeout: 20_000 }).toBe(true)
    ahead = dataKeyLifeMs
    await other.renewKeys()
    ahead += 150_000
    const card = { number: '4111111111111111', exp_month: '12', exp_year: '2034' }
    const entry = other.seal('pm_1', card)
    expect(() => vault.open('pm_1', entry)).toThrow(/no key/)
    const opens = () => {
      clock.advance(60_000)
      return vault.open('pm_1', entry)
    }
    await expect.poll(opens, { timeout: 10_000 }).toMatchObject({ card })
  } finally {
    release()
    await stop()
  }
})

test('the tax data of an account are sealed anew by the key that seals now, and open as before', async () => {
  const clock = createClock()
  let ahead = 0
  const keys = randomBytes(32).toString('base64')
  const vault = await openVault({ directory: null, keys, now: () => clock.now() + ahead })
  const store = openSqliteStore(join(await temporaryFolder('upkeep'), 'service.db'))
  onTestFinished(() => store.close())
  const details = { 'company.ein': '123456789' }
  const facts = { tenant_id: 'ten_1', business_id: 'bus_1' }
  const document = { ...facts, merchant_id: 'mer_1', sealed: sealDetails(vault, 'acct_1', details) }
  const row = { account_id: '', id: 'acct_1', version: 1, created_at: 1, updated_at: 1, document }
  const plain = { ...row, id: 'acct_2', document: { ...facts, merchant_id: 'mer_2' } }
  const inserts = [row, plain].map((one) => insertOf('account', one))
  expect((await store.commit({ writes: inserts })).ok).toBe(true)

  ahead = dataKeyLifeMs
  await vault.renewKeys()
  ahead += 150_000
  expect(vault.sealingKeyId()).not.toBe(document.sealed?.key_id)
  expect(await resealEntries({ store, clock, log: silentLog, vault }, vault.sealingKeyId())).toBe(true)
  const after = (await store.find<typeof document>('account', 'acct_1'))?.document.sealed
  expect(after).toMatchObject({ key_id: vault.sealingKeyId() })
  expect(openDetails(vault, 'acct_1', after)).toEqual(details)
  expect((await store.find('account', 'acct_2'))?.version).toBe(1)
})
