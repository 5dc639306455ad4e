import { err, ok } from '../../src-shared/result.ts'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import { cardSummary } from '../authorize/card-brand.ts'
import { emvTagData } from '../authorize/emv-tags.ts'
import type { TerminalSale } from '../processor/authorizing-terminals.ts'
import type { TerminalCard } from '../processor/decision.ts'
import type { BankTerminals } from '../processor/harsh/with-terminals.ts'
import { type CardAsker, decryptCard, promptForCard, type ReadCard } from '../terminals/sale/card-prompts.ts'
import type { TerminalContext } from '../terminals/terminal-context.ts'

/** How long such a terminal waits for the customer, in ms. */
const promptMs = 119_000

/**
 * Uses the sandbox's terminals as a bank's own terminals: their vendor sends them the whole sale, and the service does
 * not see the card. They are the same devices, over the same link, that the service uses in all other cases.
 */
export interface SandboxTerminals extends BankTerminals {
  /** Sets the context with the links, which is known once the terminals module exists. */
  attach(context: Context): void
}

type Context = Pick<TerminalContext, 'links' | 'vault' | 'log' | 'newId'>

export function createSandboxTerminals(): SandboxTerminals {
  let context: Context | null = null
  return {
    attach(to) {
      context = to
    },
    async read(sale) {
      if (context === null) return err('not_connected')
      const read = await promptForCard(askerOf(context, sale), sale.hsn, sale.prompt)
      if (!read.ok) return read
      const card = await decryptCard(context, sale.hsn, read.value)
      return card.ok ? ok({ card: card.value, shown: shownOf(read.value, card.value) }) : err('invalid')
    },
  }
}

const askerOf = ({ links, newId }: Context, { hsn, signal, onProgress }: TerminalSale): CardAsker => ({
  newCommandId: () => newId('command'),
  send: (command, timeoutMs = promptMs, id) =>
    links.send(hsn, command, { ...(id === undefined ? {} : { id }), timeoutMs, signal, onProgress }),
})

const shownOf = ({ entryMode, chip, cardholderName }: ReadCard, card: CardData): TerminalCard => ({
  summary: cardSummary(card),
  entry_mode: entryMode,
  name: cardholderName,
  verified: card.pin !== undefined || chip?.verification === 'pin' || chip?.verification === 'device',
  emv_tag_data: emvTagData(chip, entryMode, card.number, card.pin !== undefined),
})
