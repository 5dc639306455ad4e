import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { dataKeyLifeMs } from '../../../../src-service/vault/data-keys.ts'
import { parseKeyRing } from '../../../../src-service/vault/key-ring.ts'
import { seal } from '../../../../src-service/vault/sealed.ts'
import { type SharedSecrets, secretsInMemory } from '../../../../src-service/vault/shared-secrets.ts'
import { transitKeyService } from '../../../../src-service/vault/transit-key-service.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const card = { number: '4111111111111111', exp_month: '12', exp_year: '2034' }
const newKey = () => randomBytes(32).toString('base64')

describe('data keys', () => {
  test('a data key encrypts the cards, and is stored wrapped by the key of the file', async () => {
    const secrets = secretsInMemory()
    const vault = await openVault({ directory: null, keys: newKey(), secrets })
    const entry = vault.seal('pm_1', card)
    expect(entry.key_id).toMatch(/^dk_/)
    const kept = await secrets.read<{ keys: readonly object[] }>('data_keys')
    expect(kept?.document.keys).toMatchObject([
      { id: entry.key_id, key_id: expect.stringMatching(/^vk_/), wrapped: expect.any(String) },
    ])
  })

  test('an entry from before data keys can still be decrypted, and is re-encrypted with a data key', async () => {
    const keys = newKey()
    const text = JSON.stringify(card)
    const former = { ...seal(parseKeyRing(keys), text, 'pm_1'), fingerprint: 'f' }
    const vault = await openVault({ directory: null, keys })
    expect(vault.open('pm_1', former)).toMatchObject({ card })
    const anew = vault.resealEntry('pm_1', former)
    expect(anew).toMatchObject({ key_id: vault.sealingKeyId(), fingerprint: 'f' })
    expect(vault.open('pm_1', anew)).toMatchObject({ card })
    expect(() => vault.open('pm_2', anew)).toThrow()
  })

  test('a data key is used for 30 days', async () => {
    let now = 1_000_000
    const vault = await openVault({ directory: null, now: () => now })
    const first = vault.seal('pm_1', card)
    now += dataKeyLifeMs - 1
    await vault.renewKeys()
    expect(vault.sealingKeyId()).toBe(first.key_id)
    now += 1
    await vault.renewKeys()
    expect(vault.sealingKeyId()).not.toBe(first.key_id)
    expect(vault.open('pm_1', first)).toMatchObject({ card })
  })

  test('a new data key encrypts only after the other nodes have had time to read it', async () => {
    let now = 1_000_000
    const secrets: SharedSecrets = { ...secretsInMemory(), shared: true }
    const options = { directory: null, keys: newKey(), secrets, now: () => now }
    const [one, other] = [await openVault(options), await openVault(options)]
    const first = one.sealingKeyId()
    now += dataKeyLifeMs
    await one.renewKeys()
    expect(one.sealingKeyId()).toBe(first)
    await other.refreshKeys()
    now += 150_000
    const entry = one.seal('pm_1', card)
    expect(entry.key_id).not.toBe(first)
    expect(other.open('pm_1', entry)).toMatchObject({ card })
  })
})

describe('a transit engine as the key service', () => {
  const token = 'hvs.test'
  const running: ChildProcess[] = []
  afterEach(async () => {
    for (const child of running.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill()
      await ended
    }
  })

  async function engine() {
    const child = spawn(process.execPath, ['tests/support/transit-server.mjs', token], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    const [port] = (await once(child.stdout, 'data')) as [Buffer]
    const tokenFile = join(await temporaryFolder('transit-'), 'token')
    writeFileSync(tokenFile, `${token}\n`)
    const url = `http://127.0.0.1:${port.toString().trim()}`
    const keyService = transitKeyService({ url, key: 'cards', tokenFile })
    return { child, url, tokenFile, keyService }
  }

  test('the data key is stored wrapped by the engine, and decrypts the entries at the next start', async () => {
    const { keyService } = await engine()
    const secrets = secretsInMemory()
    const entry = (await openVault({ directory: null, keyService, secrets })).seal('pm_1', card)
    const kept = await secrets.read('data_keys')
    expect(kept?.document).toMatchObject({
      keys: [{ key_id: 'cards:v1', wrapped: expect.stringMatching(/^vault:v1:/) }],
    })
    const next = await openVault({ directory: null, keyService, secrets })
    expect(next.open('pm_1', entry)).toMatchObject({ card })
  })

  test('a folder with its own key file is converted to the engine, and its cards can be decrypted', async () => {
    const directory = await temporaryFolder('vault-')
    const secrets = secretsInMemory()
    const before = await openVault({ directory, secrets })
    const entry = before.seal('pm_1', card)
    const { keyService } = await engine()
    const after = await openVault({ directory, keyService, secrets })
    expect(after.open('pm_1', entry)).toMatchObject({ card })
    expect(after.fingerprint('a')).toBe(before.fingerprint('a'))
    const kept = await secrets.read<{ keys: { key_id: string }[] }>('data_keys')
    expect(kept?.document.keys.map(({ key_id }) => key_id)).toEqual(['cards:v1', 'cards:v1'])
  })

  test('a rotation in the engine re-wraps the data keys and begins a new one', async () => {
    const { keyService, url } = await engine()
    const secrets = secretsInMemory()
    const vault = await openVault({ directory: null, keyService, secrets })
    const entry = vault.seal('pm_1', card)
    await fetch(`${url}/v1/transit/keys/cards/rotate`, {
      method: 'POST',
      headers: { 'x-vault-token': token },
    })
    await vault.renewKeys()
    expect(vault.sealingKeyId()).not.toBe(entry.key_id)
    expect(vault.open('pm_1', entry)).toMatchObject({ card })
    const kept = await secrets.read<{ keys: { key_id: string }[] }>('data_keys')
    expect(kept?.document.keys.map(({ key_id }) => key_id)).toEqual(['cards:v2', 'cards:v2'])
  })

  test('an unreachable engine is reported but fails no card: unwrapped keys stay in use', async () => {
    const { child, keyService, url } = await engine()
    const secrets = secretsInMemory()
    const vault = await openVault({ directory: null, keyService, secrets })
    const ended = once(child, 'exit')
    child.kill()
    await ended
    await expect(vault.renewKeys()).rejects.toThrow(
      `the key service ${url}/v1/transit/keys/cards cannot be used`,
    )
    expect(vault.open('pm_1', vault.seal('pm_1', card))).toMatchObject({ card })
    await expect(openVault({ directory: null, keyService, secrets })).rejects.toThrow(/cannot be used/)
  })

  test('when the engine refuses a token, the error contains its answer, and not the token', async () => {
    const { keyService, tokenFile } = await engine()
    writeFileSync(tokenFile, 'hvs.wrong')
    const opened = openVault({ directory: null, keyService })
    await expect(opened).rejects.toThrow(/it answered 403/)
    await expect(opened).rejects.not.toThrow(/hvs/)
  })

  test('an engine on another computer is used over https only', () => {
    const config = { url: 'http://vault.example:8200', key: 'cards', tokenFile: '/none' }
    expect(() => transitKeyService(config)).toThrow(/not encrypted/)
  })
})
