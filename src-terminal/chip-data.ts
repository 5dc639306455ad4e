import type { ChipData } from '../src-shared/terminal/messages.ts'
import type { CardBrand, TestCard } from './cards.ts'

/** What the chip of a test card tells. Lengths and bits are those of EMV book 3; the keys behind it are not. */

interface Application {
  readonly aid: string
  readonly label: string
  readonly preferredName: string
  readonly iad: string
}

const credit: Readonly<Record<CardBrand, Application>> = {
  Visa: application('A0000000031010', 'VISA CREDIT', 'Visa Credit', '06011203A00000'),
  Mastercard: application(
    'A0000000041010',
    'MASTERCARD',
    'Mastercard',
    '0110A00003220000000000000000000000FF',
  ),
  Amex: application('A000000025010801', 'AMERICAN EXPRESS', 'American Express', '06020103A02000'),
  Discover: application('A0000001523010', 'DISCOVER', 'Discover', '0105A00003000000'),
}

/** The debit application that US cards carry for every network. */
const debit: Readonly<Partial<Record<CardBrand, Application>>> = {
  Visa: application('A0000000980840', 'US DEBIT', 'Visa Debit', '06011203A00000'),
  Mastercard: application('A0000000042203', 'US DEBIT', 'Debit', '0110A00003220000000000000000000000FF'),
}

function application(aid: string, label: string, preferredName: string, iad: string): Application {
  return { aid, label, preferredName, iad }
}

export interface ChipContext {
  /** Which application the merchant wants; debit falls back to credit where the card has none. */
  readonly aid: 'debit' | 'credit' | null
  readonly contactless: boolean
  readonly pinEntered: boolean
  readonly hsn: string
  /** The terminal's count of transactions. */
  readonly counter: number
  readonly amount: number
}

export function chipData(card: TestCard, context: ChipContext): ChipData {
  const wanted = context.aid ?? card.funding
  const chosen =
    (wanted === 'debit' && card.funding === 'debit' ? debit[card.brand] : null) ?? credit[card.brand]
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
    verification: context.contactless ? 'none' : context.pinEntered ? 'pin' : 'signature',
  }
}

/** Byte 4 bit 8: over the floor limit, hence online. Byte 3 bit 3: a PIN was entered for online checking. */
function verificationResults({ contactless, pinEntered }: ChipContext): string {
  if (contactless) return '0000000000'
  return pinEntered ? '0000048000' : '0000008000'
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
