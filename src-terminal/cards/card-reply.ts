import { isTap } from '../../src-shared/payments/entry-mode.ts'
import type { EncryptedCard } from '../../src-shared/terminal/card-encryption.ts'
import type { ChipData, CommandReply, TerminalCommand } from '../../src-shared/terminal/messages.ts'
import type { CardReading } from '../prompts/prompt-flow.ts'
import { chipData } from './chip-data.ts'

/** Builds the answer to read_card: the encrypted card, and the chip's unencrypted data. */
export function cardReply(
  { amount }: Extract<TerminalCommand, { name: 'read_card' }>,
  reading: CardReading,
  encrypted: EncryptedCard,
  terminal: { readonly hsn: string; readonly counter: number },
): CommandReply<'read_card'> {
  const { card, data, entryMode, application, pinBypassed } = reading
  const contactless = isTap(entryMode)
  const hasChip = card !== null && (contactless || entryMode === 'EMVContact')
  const verification = verificationOf(reading)
  return {
    entry_mode: entryMode,
    card: encrypted,
    chip: hasChip
      ? chipData(card, {
          application,
          contactless,
          verification,
          pinBypassed,
          amount: amount ?? 0,
          ...terminal,
        })
      : null,
    cardholder_name: data.name ?? null,
  }
}

function verificationOf({ data, entryMode }: CardReading): ChipData['verification'] {
  // A phone verifies its owner by fingerprint or face before it pays.
  if (entryMode === 'DigitalWallet') return 'device'
  if (entryMode === 'Contactless') return 'none'
  return data.pin === undefined ? 'signature' : 'pin'
}
