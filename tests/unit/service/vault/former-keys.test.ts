import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAccountDirectory } from '../../../../src-service/accounts/directory.ts'
import type { Log } from '../../../../src-service/log.ts'
import { insertOf } from '../../../../src-service/store/row-writes.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { greetTerminal } from '../../../../src-service/terminals/activation/greet.ts'
import type { TerminalDocument } from '../../../../src-service/terminals/rows.ts'
import { unknownCapabilities } from '../../../../src-service/terminals/rows.ts'
import { hashOf, linkKeyPurpose } from '../../../../src-service/terminals/secrets.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { fileKeyService } from '../../../../src-service/vault/file-key-service.ts'
import { firstFingerprintKey, type KeyRing, parseKeyRing } from '../../../../src-service/vault/key-ring.ts'
import { type Sealed, seal } from '../../../../src-service/vault/sealed.ts'
import { secretsIn } from '../../../../src-service/vault/shared-secrets.ts'
import { newTerminalKeyPairs } from '../../../../src-service/vault/terminal-key-pairs.ts'
import { startVaultUpkeep } from '../../../../src-service/vault/upkeep.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import { helloProof } from '../../../../src-shared/terminal/handshake.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const hsn = 'VT-1'
const linkKey = '5a'.repeat(32)
const newKey = () => randomBytes(32).toString('base64')
const hour = 3_600_000

const terminal = (ring: KeyRing): TerminalDocument => {
  const sealed = seal(ring, linkKey, `text for ${linkKeyPurpose(hsn)}`)
  return {
    hsn,
    tenant_id: 'ten_1',
    account_id: 'acct_1',
    merchant_id: 'mer_1',
    name: 'Terminal 1',
    device_type: 'Test',
    environment: 'sandbox',
    firmware: '1',
    device_capabilities: unknownCapabilities,
    credential_hash: hashOf(linkKey),
    link_key: sealed,
    former_link_key: sealed,
  }
}

/** Writes what a version from before data keys left behind: everything is encrypted with the file's own key. */
async function sealByTheFile(store: Store, ring: KeyRing): Promise<void> {
  const row = { account_id: '', version: 1, created_at: 1, updated_at: 1 }
  const secret = (id: string, document: unknown) => insertOf('service_secret', { ...row, id, document })
  const fingerprintKey = firstFingerprintKey(ring).toString('base64')
  const done = await store.commit({
    writes: [
      secret('terminal_keys', await newTerminalKeyPairs(ring)),
      secret('fingerprint_key', seal(ring, fingerprintKey, 'fingerprint key')),
      insertOf('terminal', { ...row, account_id: 'acct_1', id: hsn, document: terminal(ring) }),
    ],
  })
  if (!done.ok) throw new Error('not seeded')
}

async function upgradedFolder() {
  const directory = await temporaryFolder('former-keys-')
  const file = join(directory, 'vault.key')
  const keys = newKey()
  writeFileSync(file, keys)
  const store = openSqliteStore(join(directory, 'service.db'))
  onTestFinished(() => store.close())
  await sealByTheFile(store, parseKeyRing(keys))
  const clock = createClock()
  const logged: string[] = []
  const log: Log = { ...silentLog, info: (_, message) => void logged.push(message) }
  const open = (keyService: ReturnType<typeof fileKeyService> | undefined) =>
    openVault({ directory, keyService, now: clock.now, secrets: secretsIn(store, clock.now) })
  const services = { store, clock, log, accounts: createAccountDirectory(store, clock.now) }
  return { file, open, services, logged, clock, store }
}

const unused = 'vault.former_keys_unused'

describe('a key file that a key service has replaced', () => {
  test('a key file that a key service has replaced is no longer needed once the log reports so: terminals can link', async () => {
    const { file, open, services, logged, clock } = await upgradedFolder()
    const keyService = fileKeyService(parseKeyRing(newKey()), () => null)
    const vault = await open(keyService)
    const stop = startVaultUpkeep({ ...services, vault })
    try {
      await expect
        .poll(() => {
          clock.advance(hour)
          return logged
        })
        .toContain(unused)
    } finally {
      await stop()
    }
    rmSync(file)

    const next = await open(keyService)
    expect(next.fingerprint('a')).toBe(vault.fingerprint('a'))
    const handshake = { hsn, nonce: '00'.repeat(16), challenge: '11'.repeat(16) }
    const hello = {
      type: 'hello' as const,
      protocol: 2 as const,
      hsn,
      nonce: handshake.nonce,
      proof: helloProof(linkKey, handshake),
      device_type: 'Test',
      firmware: '2',
      date_time: '2026-11-22T07:00:00.000Z',
      capabilities: unknownCapabilities,
    }
    const welcome = await greetTerminal({ ...services, vault: next }, hello, handshake.challenge)
    expect(welcome).toMatchObject({ ok: true, value: { welcome: { name: 'Terminal 1' } } })
    const before = next.terminalKeys().publicKey
    expect((await next.rotateTerminalKeys()).publicKey).not.toEqual(before)
  })

  test("a key file that a key service has replaced is still needed while a terminal's key cannot be decrypted", async () => {
    const { open, services, logged, clock, store } = await upgradedFolder()
    const row = await store.find<TerminalDocument>('terminal', hsn)
    if (row === null) throw new Error('no terminal')
    const broken: Sealed = { key_id: 'vk_gone', iv: '', ciphertext: '' }
    await store.commit({
      writes: [
        insertOf('terminal', {
          ...row,
          id: 'VT-2',
          document: { ...row.document, hsn: 'VT-2', link_key: broken },
        }),
      ],
    })
    const vault = await open(fileKeyService(parseKeyRing(newKey()), () => null))
    const stop = startVaultUpkeep({ ...services, vault })
    try {
      clock.advance(3 * hour)
      await expect.poll(() => logged).toContain('vault.entries_resealed')
      clock.advance(hour)
    } finally {
      await stop()
    }
    expect(logged).not.toContain(unused)
    expect((await store.find<TerminalDocument>('terminal', hsn))?.document.link_key?.key_id).toMatch(/^dk_/)
  })

  test('a key file that wraps the data keys itself is never reported as unused', async () => {
    const { open, services, logged, clock } = await upgradedFolder()
    const vault = await open(undefined)
    const stop = startVaultUpkeep({ ...services, vault })
    try {
      clock.advance(3 * hour)
      await expect.poll(() => logged).toContain('vault.entries_resealed')
      clock.advance(hour)
    } finally {
      await stop()
    }
    expect(logged).not.toContain(unused)
  })
})
