import type { EntryMode } from '../api/schemas/payment.ts'

/** A card or a phone held to the contactless reader. Such a reading never holds the cardholder's name (section 4.4). */
export const isTap = (entryMode: EntryMode | null): boolean =>
  entryMode === 'Contactless' || entryMode === 'DigitalWallet'
