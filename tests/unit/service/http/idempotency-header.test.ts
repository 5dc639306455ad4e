import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, idempotencyClaim } from '../../../../src-service/http/idempotency-header.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'

const asked = {
  key: 'a-good-key-1',
  caller: { keyId: 'key_1', tenantId: 'ten_1', level: 'account', accountId: 'acct_1' },
  method: 'POST',
  path: '/payment_intents',
  body: { amount: 1 },
  now: 1,
  fingerprint: (text: string) => `fingerprint of ${text}`,
} as const
const scopeOf = (changes: object) => {
  const claim = idempotencyClaim({ ...asked, ...changes })
  return claim.ok ? claim.value?.scope : claim.error.code
}

describe('the canonical form of a body', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, inner]) => [key, shuffled(inner)] as const)
        .reverse(),
    )
  }

  test('the canonical form of a body does not depend on the order of the fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))
      }),
    )
  })

  test('the canonical form of a body parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('the canonical form of a body depends on the order of a list', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  })
})

describe('the scope of a key', () => {
  test('the scope of a key is the tenant, the account, the operation and the path', () => {
    const scopes = [
      {},
      { caller: { ...asked.caller, tenantId: 'ten_2' } },
      { caller: { ...asked.caller, accountId: 'acct_2' } },
      { method: 'PUT' },
      { path: '/payment_intents/pi_1/capture' },
      { key: 'a-good-key-2' },
    ].map(scopeOf)
    expect(new Set(scopes).size).toBe(scopes.length)
  })

  test('the scope of a key is the same for every API key of the caller, and for every body', () => {
    expect(scopeOf({ caller: { ...asked.caller, keyId: 'key_2' }, body: { amount: 2 } })).toBe(scopeOf({}))
  })
})

describe('the fingerprint that an idempotency key keeps', () => {
  const keptBy = async (body: object) => {
    const { fingerprint } = await openVault({ directory: null })
    const claim = idempotencyClaim({ ...asked, body, fingerprint })
    if (!claim.ok || claim.value === null) throw new Error('there is no claim')
    return claim.value
  }

  test('the fingerprint that an idempotency key keeps is different in each installation, so it cannot be guessed', async () => {
    const body = { card: { number: '4242424242424242', cvv: '123' } }
    const [one, other] = [await keptBy(body), await keptBy(body)]
    expect(one.fingerprint).not.toBe(other.fingerprint)
    expect(JSON.stringify(one)).not.toContain('4242424242424242')
    const guesses = (['sha256', 'sha1', 'sha512', 'md5'] as const).flatMap((algorithm) =>
      (['hex', 'base64', 'base64url'] as const).map((form) =>
        createHash(algorithm).update(canonicalJson(body)).digest(form),
      ),
    )
    expect(guesses).not.toContain(one.fingerprint)
  })
})
