import type { EntryMode } from '../../src-shared/api/schemas/payment.ts'
import type { ChipData } from '../../src-shared/terminal/messages.ts'
import { brandOf } from './card-brand.ts'

const verificationStatements: Readonly<Record<ChipData['verification'], string | null>> = {
  pin: 'Verified by PIN',
  signature: null,
  none: 'No signature required',
  device: 'Verified by device',
}

/**
 * Section 2.3, emv_tag_data: a JSON string with what the chip told. Empty for swiped and keyed cards.
 * `PIN` is there only when a statement of the cardholder's verification belongs on the receipt.
 */
export function emvTagData(chip: ChipData | null, entryMode: EntryMode, cardNumber: string): string {
  if (chip === null) return ''
  const statement = verificationStatements[chip.verification]
  return JSON.stringify({
    TVR: chip.tvr,
    TSI: chip.tsi,
    AID: chip.aid,
    IAD: chip.iad,
    ARC: chip.arc,
    'Application Label': chip.application_label,
    'Application Preferred Name': chip.application_preferred_name,
    'Application Cryptogram': chip.cryptogram,
    ...(statement === null ? {} : { PIN: statement }),
    'Network Label': brandOf(cardNumber),
    Mode: entryMode === 'Contactless' || entryMode === 'DigitalWallet' ? 'Contactless' : 'Issuer',
  })
}
