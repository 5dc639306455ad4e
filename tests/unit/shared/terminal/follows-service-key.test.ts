import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex } from '@noble/curves/utils.js'
import { expect, test } from 'vitest'
import { followsFrom } from '../../../../src-shared/terminal/follows-service-key.ts'
import { type ServiceKey, successionStatement } from '../../../../src-shared/terminal/service-key.ts'

/** A key of the service, which can sign its successor. */
function keyOf(name: string) {
  const { secretKey, publicKey } = ed25519.keygen()
  const key: ServiceKey = { key_id: name, card_key: name, signing_key: bytesToHex(publicKey) }
  const sign = (next: ServiceKey) => bytesToHex(ed25519.sign(successionStatement(next), secretKey))
  return { key, sign }
}

test('a terminal follows only a key that is at the end of a chain of signatures from the key that it knows', () => {
  const [first, second, third, forged] = ['1', '2', '3', 'forged'].map(keyOf) as [
    ReturnType<typeof keyOf>,
    ReturnType<typeof keyOf>,
    ReturnType<typeof keyOf>,
    ReturnType<typeof keyOf>,
  ]
  const chain = [
    { key: first.key, signature: '' },
    { key: second.key, signature: first.sign(second.key) },
    { key: third.key, signature: second.sign(third.key) },
  ]
  expect(followsFrom(first.key, first.key, [])).toBe(true)
  expect(followsFrom(first.key, third.key, chain)).toBe(true)
  expect(followsFrom(second.key, third.key, chain)).toBe(true)
  // Everybody can read the chain; it proves nothing about another key.
  expect(followsFrom(first.key, forged.key, chain)).toBe(false)
  expect(followsFrom(first.key, forged.key, [])).toBe(false)
  const bySelf = { key: forged.key, signature: forged.sign(forged.key) }
  expect(followsFrom(first.key, forged.key, [...chain, bySelf])).toBe(false)
  // A chain that the known key is not part of.
  const alone = { key: third.key, signature: forged.sign(third.key) }
  expect(followsFrom(first.key, third.key, [bySelf, alone])).toBe(false)
  // No key leads back to an earlier one.
  expect(followsFrom(third.key, first.key, chain)).toBe(false)
})
