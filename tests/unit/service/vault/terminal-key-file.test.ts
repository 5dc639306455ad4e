import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseKeyRing } from '../../../../src-service/vault/key-ring.ts'
import { type SharedSecrets, secretsInMemory } from '../../../../src-service/vault/shared-secrets.ts'
import {
  newTerminalKeyPairs,
  serviceKeyOf,
  successorOf,
} from '../../../../src-service/vault/terminal-key-pairs.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import { followsFrom } from '../../../../src-shared/terminal/follows-service-key.ts'

const keys = randomBytes(32).toString('base64')
const ring = parseKeyRing(keys)

/** The folder of a node from before the keys were in the store. */
function folderWith(content: unknown): { readonly directory: string; readonly file: string } {
  const directory = mkdtempSync(join(tmpdir(), 'terminal-key-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'terminal-key.json')
  writeFileSync(file, JSON.stringify(content))
  return { directory, file }
}

const start = (directory: string, secrets: SharedSecrets) => openVault({ directory, keys, secrets })

describe("a node's file of the terminals' keys", () => {
  test("a node's file of the terminals' keys is copied to the store once, then removed", async () => {
    const pairs = await successorOf(ring, await newTerminalKeyPairs(ring))
    const { directory, file } = folderWith(pairs)
    const secrets = secretsInMemory()
    const { publicKey, succession } = (await start(directory, secrets)).terminalKeys()
    expect(publicKey).toEqual(serviceKeyOf(pairs))
    expect(succession).toEqual(pairs.succession)
    expect(existsSync(file)).toBe(false)
    expect((await start(directory, secrets)).terminalKeys().publicKey).toEqual(publicKey)
  })

  test("a node's file of the terminals' keys stays when the store does not accept them", async () => {
    const { directory, file } = folderWith(await newTerminalKeyPairs(ring))
    const secrets = secretsInMemory()
    const failing: SharedSecrets = {
      ...secrets,
      write: (name, ...parts) =>
        name === 'terminal_keys'
          ? Promise.reject(new Error('the disk is full'))
          : secrets.write(name, ...parts),
    }
    await expect(start(directory, failing)).rejects.toThrow('the disk is full')
    expect(existsSync(file)).toBe(true)
  })

  test("a node's file of the terminals' keys that comes second signs the first one's key, so its terminals follow", async () => {
    const [first, second, third] = [
      await newTerminalKeyPairs(ring),
      await successorOf(ring, await newTerminalKeyPairs(ring)),
      await newTerminalKeyPairs(ring),
    ]
    const secrets = secretsInMemory()
    for (const pairs of [first, second, third]) await start(folderWith(pairs).directory, secrets)
    const vault = await start(folderWith(third).directory, secrets)
    for (const { publicKey, succession } of [vault.terminalKeys(), await vault.rotateTerminalKeys()]) {
      for (const pairs of [first, second, third]) {
        expect(followsFrom(serviceKeyOf(pairs), publicKey, succession)).toBe(true)
      }
    }
    expect(vault.terminalKeys().publicKey).not.toEqual(serviceKeyOf(first))
  })

  test("a node's file of the terminals' keys that a backup restores changes nothing", async () => {
    const pairs = await newTerminalKeyPairs(ring)
    const secrets = secretsInMemory()
    const { publicKey } = await (await start(folderWith(pairs).directory, secrets)).rotateTerminalKeys()
    const { directory, file } = folderWith(pairs)
    const restored = (await start(directory, secrets)).terminalKeys()
    expect(restored.publicKey).toEqual(publicKey)
    expect(restored.succession).toHaveLength(2)
    expect(existsSync(file)).toBe(false)
  })

  test("a node's file of the terminals' keys from before version 2 of the link keeps its card key", async () => {
    const { public_key, private_key } = await newTerminalKeyPairs(ring)
    const { directory } = folderWith({ public_key, private_key })
    expect((await start(directory, secretsInMemory())).terminalKeys().publicKey.card_key).toBe(public_key)
  })

  test("a node's file of the terminals' keys that the vault's keys do not decrypt stops the start", async () => {
    const { directory, file } = folderWith(await newTerminalKeyPairs(ring))
    const others = randomBytes(32).toString('base64')
    await expect(openVault({ directory, keys: others })).rejects.toThrow(/no key/)
    expect(existsSync(file)).toBe(true)
  })
})
