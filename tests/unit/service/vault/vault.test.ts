import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { secretsInMemory } from '../../../../src-service/vault/shared-secrets.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import { type CardData, encryptCard } from '../../../../src-shared/terminal/card-encryption.ts'
import { followsFrom } from '../../../../src-shared/terminal/follows-service-key.ts'

const card: CardData = {
  number: '4111111111111111',
  exp_month: '12',
  exp_year: '2049',
  name: 'ANA TORRES',
  postal_code: '62701',
  cvv: '987',
  pin: '4321',
}

const folder = () => {
  const directory = mkdtempSync(join(tmpdir(), 'vault-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}
const newKey = () => randomBytes(32).toString('base64')

describe('the vault', () => {
  test('the vault decrypts what it encrypted, without the security code and the PIN', async () => {
    const vault = await openVault({ directory: null })
    const { cvv: _, pin: __, ...kept } = card
    expect(vault.open('pm_1', vault.seal('pm_1', card))).toEqual({ kind: 'card', card: kept })
  })

  test('the stored entry reveals nothing of the card', async () => {
    const vault = await openVault({ directory: null })
    const stored = JSON.stringify(vault.seal('pm_1', card))
    // The three digits of the code are not checked: they occur by chance in any long random text.
    for (const secret of [card.number, card.number.slice(-8), 'TORRES']) {
      expect(stored).not.toContain(secret)
    }
    expect(vault.seal('pm_1', card).ciphertext).not.toBe(vault.seal('pm_1', card).ciphertext)
  })

  test('the vault does not open an entry for another payment method', async () => {
    const vault = await openVault({ directory: null })
    const entry = vault.seal('pm_1', card)
    expect(() => vault.open('pm_2', entry)).toThrow()
  })

  test.each(['ciphertext', 'iv'] as const)(
    'the vault does not open an entry whose %s was changed',
    async (part) => {
      const vault = await openVault({ directory: null })
      const entry = vault.seal('pm_1', card)
      const bytes = Buffer.from(entry[part], 'base64')
      for (const index of [0, bytes.length - 1]) {
        const changed = Buffer.from(bytes)
        changed[index] = (changed[index] ?? 0) ^ 1
        expect(() => vault.open('pm_1', { ...entry, [part]: changed.toString('base64') })).toThrow()
      }
    },
  )

  test('the vault does not open an entry with another key', async () => {
    const entry = (await openVault({ directory: null })).seal('pm_1', card)
    const other = await openVault({ directory: null })
    expect(() => other.open('pm_1', entry)).toThrow(/no key/)
    expect(() => other.open('pm_1', { ...entry, key_id: other.seal('pm_1', card).key_id })).toThrow()
  })

  test('the vault always gives a card number the same fingerprint, and another vault gives a different one', async () => {
    const vault = await openVault({ directory: null })
    const fingerprint = vault.fingerprint(card.number)
    expect(vault.seal('pm_1', card).fingerprint).toBe(fingerprint)
    expect(vault.fingerprint('4242424242424242')).not.toBe(fingerprint)
    expect((await openVault({ directory: null })).fingerprint(card.number)).not.toBe(fingerprint)
  })
})

describe("the vault's keys", () => {
  test("the vault's keys are created at the first start in a file that only the owner can read, and used again later", async () => {
    const directory = folder()
    const secrets = secretsInMemory()
    const first = await openVault({ directory, secrets })
    const entry = first.seal('pm_1', card)
    expect(statSync(join(directory, 'vault.key')).mode & 0o777).toBe(0o600)
    const second = await openVault({ directory, secrets })
    expect(second.open('pm_1', entry)).toMatchObject({ card: { number: card.number } })
  })

  test("the vault's keys are taken from the environment before the file", async () => {
    const directory = folder()
    const keys = newKey()
    const secrets = secretsInMemory()
    const entry = (await openVault({ directory, keys, secrets })).seal('pm_1', card)
    expect(() => readFileSync(join(directory, 'vault.key'))).toThrow()
    expect((await openVault({ directory: null, keys, secrets })).open('pm_1', entry)).toMatchObject({
      card: { number: card.number },
    })
  })

  test("the vault's keys can be rotated: the new key encrypts, old keys still decrypt, and fingerprints stay", async () => {
    const [old, fresh] = [newKey(), newKey()]
    const secrets = secretsInMemory()
    const before = await openVault({ directory: null, keys: old, secrets })
    const entry = before.seal('pm_1', card)
    const after = await openVault({ directory: null, keys: `${fresh}\n${old}`, secrets })
    expect(after.open('pm_1', entry)).toMatchObject({ card: { number: card.number } })
    expect(after.seal('pm_1', card).key_id).not.toBe(entry.key_id)
    expect(after.fingerprint(card.number)).toBe(before.fingerprint(card.number))
  })

  test("the vault's keys are reloaded while it is in use, unless a key in use is missing", async () => {
    const directory = folder()
    const file = join(directory, 'vault.key')
    const vault = await openVault({ directory })
    const entry = vault.seal('pm_1', card)
    const old = readFileSync(file, 'utf8')
    for (const wrong of [newKey(), '']) {
      writeFileSync(file, wrong)
      await expect(vault.reloadKeys()).rejects.toThrow(/key/)
      expect(vault.seal('pm_1', card).key_id).toBe(entry.key_id)
    }
    writeFileSync(file, `${newKey()}\n${old}`)
    const active = await vault.reloadKeys()
    expect(active).not.toBe(entry.key_id)
    expect(vault.seal('pm_1', card).key_id).toBe(active)
    expect(vault.open('pm_1', entry)).toMatchObject({ card: { number: card.number } })
    expect(vault.seal('pm_1', card).fingerprint).toBe(entry.fingerprint)
  })

  test("the vault's keys may be in any order: fingerprints stay, even when the new key was first put last", async () => {
    const [old, fresh] = [newKey(), newKey()]
    const secrets = secretsInMemory()
    const before = await openVault({ directory: null, keys: old, secrets })
    const entry = before.seal('pm_1', card)
    for (const keys of [`${old}\n${fresh}`, `${fresh}\n${old}`]) {
      const after = await openVault({ directory: null, keys, secrets })
      expect(after.fingerprint('a')).toBe(before.fingerprint('a'))
      expect(after.seal('pm_2', card).fingerprint).toBe(entry.fingerprint)
      expect(after.open('pm_1', entry)).toMatchObject({ card: { number: card.number } })
    }
  })

  test("the vault's keys are not created anew for a database that was encrypted with other keys", async () => {
    const secrets = secretsInMemory()
    await openVault({ directory: folder(), secrets })
    const another = folder()
    await expect(openVault({ directory: another, secrets })).rejects.toThrow(
      /sealed with the key vk_.*vault\.key/,
    )
    expect(readdirSync(another)).toEqual([])
    await expect(openVault({ directory: null, keys: newKey(), secrets })).rejects.toThrow(
      /sealed with the key vk_/,
    )
  })

  test("the vault's keys are not created anew when the file of a rotation is gone, since nothing could be decrypted", async () => {
    const directory = folder()
    const vault = await openVault({ directory })
    const active = vault.seal('pm_1', card).key_id
    rmSync(join(directory, 'vault.key'))
    await expect(vault.reloadKeys()).rejects.toThrow(/vault\.key/)
    expect(existsSync(join(directory, 'vault.key'))).toBe(false)
    expect(vault.seal('pm_1', card).key_id).toBe(active)
  })

  test("the vault's keys are created despite the left-over draft of an interrupted start, which is removed", async () => {
    const directory = folder()
    // In a container the process always has the same number.
    writeFileSync(join(directory, `vault.key.${process.pid}.draft`), newKey())
    await openVault({ directory })
    expect(readdirSync(directory).filter((name) => name.endsWith('.draft'))).toEqual([])
  })

  test.each(['', 'short', Buffer.alloc(31).toString('base64')])(
    'the vault\'s keys are refused at the start when they are incomplete: "%s"',
    async (text) => {
      const directory = folder()
      writeFileSync(join(directory, 'vault.key'), text)
      await expect(openVault({ directory })).rejects.toThrow(/key/)
    },
  )
})

describe("the terminals' key", () => {
  const binding = { commandId: 'cmd_1', hsn: 'VT-1', amount: 1200, currency: 'USD', asked: '' }

  test("the terminals' key is rotated with a signature by the old key, which a terminal can verify", async () => {
    const secrets = secretsInMemory()
    const vault = await openVault({ directory: null, secrets })
    const first = vault.terminalKeys()
    const second = await vault.rotateTerminalKeys()
    const third = await vault.rotateTerminalKeys()
    expect(third.publicKey.key_id).not.toBe(first.publicKey.key_id)
    for (const pinned of [first, second, third]) {
      expect(followsFrom(pinned.publicKey, third.publicKey, third.succession)).toBe(true)
    }
  })

  test("the terminals' key that another node has rotated is known here at once, and the old key still decrypts", async () => {
    const [secrets, keys] = [secretsInMemory(), newKey()]
    const [here, there] = [
      await openVault({ directory: null, keys, secrets }),
      await openVault({ directory: null, keys, secrets }),
    ]
    const before = here.terminalKeys()
    const underWay = await encryptCard(card, before.publicKey, binding)
    const rotated = await there.rotateTerminalKeys()
    const refreshed = await here.refreshTerminalKeys()
    expect(refreshed.publicKey).toEqual(rotated.publicKey)
    expect(await here.terminalKeys().decrypt(underWay, binding)).toEqual(card)
    const message = await encryptCard(card, rotated.publicKey, binding)
    expect(await here.terminalKeys().decrypt(message, binding)).toEqual(card)
  })

  test("the terminals' key accepts no successor that it did not sign", async () => {
    const vault = await openVault({ directory: null })
    const own = vault.terminalKeys()
    const rotated = await vault.rotateTerminalKeys()
    const stranger = (await openVault({ directory: null })).terminalKeys()
    const signature = rotated.succession[1]?.signature ?? ''
    const [before] = own.succession
    if (before === undefined) throw new Error('no first key')
    for (const succession of [
      [],
      stranger.succession,
      [before, { key: stranger.publicKey, signature }],
      [before, { key: stranger.publicKey, signature: '' }],
      [...rotated.succession, { key: stranger.publicKey, signature }],
    ]) {
      expect(followsFrom(own.publicKey, stranger.publicKey, succession)).toBe(false)
    }
  })

  test("the terminals' key decrypts what a terminal encrypted, unless it was changed or meant for another key", async () => {
    const keys = (await openVault({ directory: null })).terminalKeys()
    const message = await encryptCard(card, keys.publicKey, binding)
    expect(await keys.decrypt(message, binding)).toEqual(card)
    const bytes = Buffer.from(message.ciphertext, 'base64')
    bytes[0] = (bytes[0] ?? 0) ^ 1
    await expect(
      keys.decrypt({ ...message, ciphertext: bytes.toString('base64') }, binding),
    ).rejects.toThrow()
    const other = (await openVault({ directory: null })).terminalKeys()
    await expect(other.decrypt(message, binding)).rejects.toThrow(/encrypted to/)
    await expect(other.decrypt({ ...message, key_id: other.publicKey.key_id }, binding)).rejects.toThrow()
  })

  test("the terminals' key is stored wrapped: the database alone decrypts nothing", async () => {
    const secrets = secretsInMemory()
    const vault = await openVault({ directory: null, secrets })
    const row = await secrets.read('terminal_keys')
    const { private_key, signing_private_key } = (row?.document ?? {}) as Record<string, unknown>
    for (const half of [private_key, signing_private_key]) {
      expect(half).toEqual({
        key_id: vault.seal('pm_1', card).key_id,
        iv: expect.any(String),
        ciphertext: expect.any(String),
      })
    }
  })
})
