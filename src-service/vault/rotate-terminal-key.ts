import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DataConfig } from '../config/config.ts'
import type { Log } from '../log.ts'
import { openDataDirectory } from '../store/data-directory.ts'
import { openStore } from '../store/open-store.ts'
import { secretsIn } from './shared-secrets.ts'
import { transitKeyService } from './transit-key-service.ts'
import { openVault } from './vault.ts'

/**
 * Makes a new key for the terminals, once. It is a command, because a start option left in a unit file would rotate at
 * each start. On a shared database the nodes keep running: they read the key again for each terminal that connects.
 * @returns the id of the new key. @throws when no service has run yet, or on SQLite while one is running.
 */
export async function rotateTerminalKey(config: DataConfig, log: Log): Promise<string> {
  const { dataDirectory, databaseUrl, vaultKeys: keys, transit } = config
  const databaseFile = join(dataDirectory, 'service.db')
  if (databaseUrl === undefined && !existsSync(databaseFile)) {
    throw new Error(`there is no data of a service in ${dataDirectory}`)
  }
  // With a shared database, the folder is locked by its running node: here it is only read.
  const data = databaseUrl === undefined ? openDataDirectory(dataDirectory) : null
  try {
    const store = await openStore({ ...config, databaseFile, log })
    try {
      const vault = await openVault({
        directory: dataDirectory,
        keys,
        keyService: transit && transitKeyService(transit),
        secrets: secretsIn(store, Date.now),
      })
      const { publicKey } = await vault.rotateTerminalKeys()
      return publicKey.key_id
    } finally {
      await store.close()
    }
  } finally {
    data?.release()
  }
}
