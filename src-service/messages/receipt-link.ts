import type { Language } from '../../src-shared/language.ts'
import { languages } from '../../src-shared/language.ts'
import type { Vault } from '../vault/vault.ts'

/** How long the link of a receipt is good, ms: as long as most shops take things back. */
const receiptLinkMs = 30 * 24 * 3_600_000

/** What the link of a receipt says of itself; nobody else can write one, for its seal needs a key of the vault's. */
interface ReceiptLink {
  readonly intentId: string
  /** In which the receipt is written. */
  readonly language: Language
  /** Ms of verified time. */
  readonly expiresAt: number
}

type Sealing = Pick<Vault, 'fingerprint'>

/** 128 bits: guessed by nobody, and short enough for one SMS. */
const sealOf = ({ fingerprint }: Sealing, facts: string): string =>
  fingerprint(`link of a receipt ${facts}`).slice(0, 32)

/** The last part of the link's address. Nothing is kept of it: it is good until it expires. */
export function receiptToken(vault: Sealing, intentId: string, language: Language, now: number): string {
  // Whole minutes, as base 36: the address stays short.
  const facts = `${intentId}.${language}.${Math.floor((now + receiptLinkMs) / 60_000).toString(36)}`
  return `${facts}.${sealOf(vault, facts)}`
}

/** @returns null for what this service has not written. */
export function readReceiptToken(vault: Sealing, token: string): ReceiptLink | null {
  const [intentId = '', tongue, minutes = '', seal, ...more] = token.split('.')
  const language = languages.find((one) => one === tongue)
  if (more.length > 0 || language === undefined) return null
  // Compared by its own seal: how long that takes tells nothing of the right one.
  const right = sealOf(vault, `${intentId}.${language}.${minutes}`)
  if (vault.fingerprint(right) !== vault.fingerprint(seal ?? '')) return null
  return { intentId, language, expiresAt: Number.parseInt(minutes, 36) * 60_000 }
}
