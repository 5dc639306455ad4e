import type { ChipData } from '../../src-shared/terminal/messages.ts'
import { type Application, applicationsOf } from './chip-applications.ts'
import type { TestCard } from './test-cards.ts'

/** Input for a test card's chip data. Lengths and bits follow EMV book 3; the keys behind them do not. */

export interface ChipContext {
  /** The customer's application; null for the card's preferred one. */
  readonly application: Application | null
  readonly contactless: boolean
  readonly verification: ChipData['verification']
  /** A PIN was requested, and the customer skipped it. */
  readonly pinBypassed: boolean
  readonly hsn: string
  /** The terminal's transaction counter. */
  readonly counter: number
  readonly amount: number
}

export function chipData(card: TestCard, context: ChipContext): ChipData {
  const chosen = context.application ?? applicationsOf(card)[0]
  return {
    aid: chosen.aid,
    application_label: chosen.label,
    application_preferred_name: chosen.preferredName,
    tvr: verificationResults(context),
    // Contactless sets none. Else: data authentication, cardholder verification, card and terminal risk management
    // done.
    tsi: context.contactless ? '0000' : 'E800',
    iad: chosen.iad,
    // The response code comes from the issuer, which has not been asked yet.
    arc: '',
    cryptogram: cryptogram(card, context),
    verification: context.verification,
  }
}

/**
 * Byte 4 bit 8: over the floor limit, hence online. Byte 3 bit 3: a PIN was entered for online verification; bit 4: a
 * PIN was required and the PIN pad present, but no PIN was entered.
 */
function verificationResults({ contactless, verification, pinBypassed }: ChipContext): string {
  if (contactless) return '0000000000'
  if (pinBypassed) return '0000088000'
  return verification === 'pin' ? '0000048000' : '0000008000'
}

/** Eight bytes that depend only on card, terminal, counter and amount (FNV-1a). */
function cryptogram(card: TestCard, { hsn, counter, amount }: ChipContext): string {
  const prime = 0x100000001b3n
  const seed = 0xcbf29ce484222325n
  const hash = Array.from(`${hsn}|${counter}|${amount}|${card.number.slice(-4)}`).reduce(
    (sum, character) => BigInt.asUintN(64, (sum ^ BigInt(character.charCodeAt(0))) * prime),
    seed,
  )
  return hash.toString(16).toUpperCase().padStart(16, '0')
}
