import type { ChipData } from '../../src-shared/terminal/messages.ts'
import { type Application, applicationsOf } from './chip-applications.ts'
import type { TestCard } from './test-cards.ts'

/** What the chip of a test card answers. Lengths and bits are those of EMV book 3; the keys behind it are not. */

export interface ChipContext {
  /** The application the customer pays with; null: the one that the card likes best. */
  readonly application: Application | null
  readonly contactless: boolean
  readonly verification: ChipData['verification']
  /** A PIN was wanted, and the customer went on without one. */
  readonly pinBypassed: boolean
  readonly hsn: string
  /** The terminal's count of transactions. */
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
    // Contactless keeps no such record. Else: data authentication, cardholder verification, card and terminal risk management done.
    tsi: context.contactless ? '0000' : 'E800',
    iad: chosen.iad,
    // The response code comes from the issuer, who has not been asked yet.
    arc: '',
    cryptogram: cryptogram(card, context),
    verification: context.verification,
  }
}

/**
 * Byte 4 bit 8: over the floor limit, hence online. Byte 3 bit 3: a PIN was entered for online checking; bit 4:
 * a PIN was required, the pad was there, and none was entered.
 */
function verificationResults({ contactless, verification, pinBypassed }: ChipContext): string {
  if (contactless) return '0000000000'
  if (pinBypassed) return '0000088000'
  return verification === 'pin' ? '0000048000' : '0000008000'
}

/** Eight bytes that differ by card, terminal, count and amount, and are the same for the same (FNV-1a). */
function cryptogram(card: TestCard, { hsn, counter, amount }: ChipContext): string {
  const prime = 0x100000001b3n
  const seed = 0xcbf29ce484222325n
  const hash = Array.from(`${hsn}|${counter}|${amount}|${card.number.slice(-4)}`).reduce(
    (sum, character) => BigInt.asUintN(64, (sum ^ BigInt(character.charCodeAt(0))) * prime),
    seed,
  )
  return hash.toString(16).toUpperCase().padStart(16, '0')
}
