import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../../../src-service/clock.ts'
import { silentLog } from '../../../../src-service/log.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { dataKeyLifeMs } from '../../../../src-service/vault/data-keys.ts'
import { type SharedSecrets, secretsInMemory } from '../../../../src-service/vault/shared-secrets.ts'
import { startVaultUpkeep } from '../../../../src-service/vault/upkeep.ts'
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
