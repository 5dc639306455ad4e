import type { EntryMode } from '../api/schemas/payment.ts'

/** Whether a card or phone was held to the contactless reader: it never gives a cardholder's name (section 4.4). */
export const isTap = (entryMode: EntryMode | null): boolean =>
  entryMode === 'Contactless' || entryMode === 'DigitalWallet'
