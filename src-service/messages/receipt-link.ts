import type { Language } from '../../src-shared/language.ts'
import { languages } from '../../src-shared/language.ts'
import type { Vault } from '../vault/vault.ts'

/** Lifetime of a receipt's link, in ms: as long as most shops accept returns. */
const receiptLinkMs = 30 * 24 * 3_600_000

/** The content of a receipt's link. Only this service can make one, because the seal needs a key of the vault. */
interface ReceiptLink {
  readonly intentId: string
  /** The language of the receipt. */
  readonly language: Language
  /** In ms of verified time. */
  readonly expiresAt: number
}

type Sealing = Pick<Vault, 'fingerprint'>

/** 128 bits: too many to guess, and short enough for one SMS. */
const sealOf = ({ fingerprint }: Sealing, facts: string): string =>
  fingerprint(`link of a receipt ${facts}`).slice(0, 32)

/** Returns the last part of the link's URL. It is not stored, and is valid until it expires. @param now ms of verified time */
export function receiptToken(
  vault: Sealing,
  intentId: string,
  language: Language,
  now: number,
): Pick<ReceiptLink, 'expiresAt'> & { readonly token: string } {
  // Whole minutes in base 36 keep the URL short.
  const minutes = Math.floor((now + receiptLinkMs) / 60_000)
  const facts = `${intentId}.${language}.${minutes.toString(36)}`
  return { token: `${facts}.${sealOf(vault, facts)}`, expiresAt: minutes * 60_000 }
}

/** @returns null for a token that this service has not made. */
export function readReceiptToken(vault: Sealing, token: string): ReceiptLink | null {
  const [intentId = '', tongue, minutes = '', seal, ...more] = token.split('.')
  const language = languages.find((one) => one === tongue)
  if (more.length > 0 || language === undefined) return null
  // Compares fingerprints of the seals, so that the duration reveals nothing about the right seal.
  const right = sealOf(vault, `${intentId}.${language}.${minutes}`)
  if (vault.fingerprint(right) !== vault.fingerprint(seal ?? '')) return null
  return { intentId, language, expiresAt: Number.parseInt(minutes, 36) * 60_000 }
}
