import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDetails, sealDetails } from '../../../../src-service/boarding/confidential.ts'
import { insertOf } from '../../../../src-service/store/row-writes.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { dataKeyLifeMs } from '../../../../src-service/vault/data-keys.ts'
import { type SharedSecrets, secretsInMemory } from '../../../../src-service/vault/shared-secrets.ts'
import { resealEntries, startVaultUpkeep } from '../../../../src-service/vault/upkeep.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a node that re-encrypts a long table still reads the data keys of other nodes', async () => {
  const clock = createSteadyClock()
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
    await expect.poll(() => begun).toBe(true)
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
    await expect.poll(opens).toMatchObject({ card })
  } finally {
    release()
    await stop()
  }
})

const contractorFacts = { business_id: 'bus_1', status: 'UNDER_REVIEW', link_hash: '', link_until: 0 }

test.each([
  ['account', { tenant_id: 'ten_1', business_id: 'bus_1', merchant_id: 'mer_1' }, 'company.ein'],
  ['contractor_application', contractorFacts, 'bank_account.account_number'],
] as const)(
  'a vault value in a row of %s is re-encrypted with the current key, and can still be decrypted',
  async (kind, facts, path) => {
    const clock = createSteadyClock()
    let ahead = 0
    const keys = randomBytes(32).toString('base64')
    const vault = await openVault({ directory: null, keys, now: () => clock.now() + ahead })
    const store = openSqliteStore(join(await temporaryFolder('upkeep'), 'service.db'))
    onTestFinished(() => store.close())
    const details = { [path]: '123456789' }
    const document = { ...facts, sealed: sealDetails(vault, 'one', details) }
    const row = { account_id: '', id: 'one', version: 1, created_at: 1, updated_at: 1, document }
    const plain = { ...row, id: 'two', document: { ...facts, merchant_id: 'mer_2', link_hash: 'two' } }
    const inserts = [row, plain].map((one) => insertOf(kind, one))
    expect((await store.commit({ writes: inserts })).ok).toBe(true)

    ahead = dataKeyLifeMs
    await vault.renewKeys()
    ahead += 150_000
    expect(vault.sealingKeyId()).not.toBe(document.sealed?.key_id)
    expect(await resealEntries({ store, clock, log: silentLog, vault }, vault.sealingKeyId())).toBe(true)
    const after = (await store.find<typeof document>(kind, 'one'))?.document.sealed
    expect(after).toMatchObject({ key_id: vault.sealingKeyId() })
    expect(openDetails(vault, 'one', after)).toEqual(details)
    expect((await store.find(kind, 'two'))?.version).toBe(1)
  },
)
