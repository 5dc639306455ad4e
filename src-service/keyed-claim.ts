import { canonicalJson } from './http/idempotency.ts'
import type { IdempotencyClaim } from './store/store.ts'
import type { Vault } from './vault/vault.ts'

/**
 * The fingerprint of a body is kept for an hour, and from a plain hash the few digits that nobody else keeps are soon
 * guessed: a body that may hold a security code or a card number gets a fingerprint that needs the vault's key.
 */
export const keyedClaim = (
  vault: Pick<Vault, 'fingerprint'>,
  claim: IdempotencyClaim | null,
  body: unknown,
): IdempotencyClaim | null =>
  claim === null ? null : { ...claim, fingerprint: vault.fingerprint(canonicalJson(body)) }
