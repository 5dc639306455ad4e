import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publicHalfOf, signedWith } from '../../../../src-service/vault/ed25519.ts'

test('the first key of RFC 8032 has the published public key and signature of the empty message', () => {
  const secret = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
  expect(publicHalfOf(secret)).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
  expect(signedWith(secret, new Uint8Array())).toBe(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  )
})

test("the terminals' library accepts node's signatures, and no others", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uint8Array({ minLength: 1 }),
      (seed, message) => {
        const secret = bytesToHex(seed)
        const signature = hexToBytes(signedWith(secret, message))
        const key = hexToBytes(publicHalfOf(secret))
        expect(ed25519.verify(signature, message, key)).toBe(true)
        expect(ed25519.verify(signature, Uint8Array.from([...message, 1]), key)).toBe(false)
      },
    ),
    { numRuns: 20 },
  )
})
