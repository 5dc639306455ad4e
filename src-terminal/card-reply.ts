import type { EncryptedCard } from '../src-shared/terminal/card-encryption.ts'
import type { CommandReply, TerminalCommand } from '../src-shared/terminal/messages.ts'
import { chipData } from './chip-data.ts'
import type { CardReading } from './conversations/step.ts'

/** The answer to read_card: the encrypted card, and what the chip told in the open. */
export function cardReply(
  { aid, amount }: Extract<TerminalCommand, { name: 'read_card' }>,
  { card, data, entryMode }: CardReading,
  encrypted: EncryptedCard,
  terminal: { readonly hsn: string; readonly counter: number },
): CommandReply<'read_card'> {
  const contactless = entryMode === 'Contactless'
  const pinEntered = data.pin !== undefined
  const hasChip = card !== null && (contactless || entryMode === 'EMVContact')
  return {
    entry_mode: entryMode,
    card: encrypted,
    chip: hasChip ? chipData(card, { aid, contactless, pinEntered, amount: amount ?? 0, ...terminal }) : null,
    cardholder_name: data.name ?? null,
  }
}
