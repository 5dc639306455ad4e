import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimEnvironment } from '../../../../src-service/accounts/environment.ts'
import { seedTrainingMerchant } from '../../../../src-service/accounts/training.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { interleaved } from '../../../support/interleaved-store.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test.each(['account', 'tenant'] as const)(
  'a sandbox in which another node makes the training merchant after the %s was read is no production',
  async (kind) => {
    const folder = await temporaryFolder('environment')
    const { store, afterRead } = interleaved(openSqliteStore(join(folder, 'service.db')))
    afterRead(kind, () => seedTrainingMerchant(store, createIdSource(Date.now), Date.now()))
    await claimEnvironment(folder, store, 'sandbox')
    await claimEnvironment(folder, store, 'sandbox')
    await expect(claimEnvironment(folder, store, 'production')).rejects.toThrow('is of a sandbox')
    await store.close()
  },
)
