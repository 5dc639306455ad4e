import type { Result } from '../../../src-shared/result.ts'
import type { CardData } from '../../../src-shared/terminal/card-encryption.ts'
import type { CommandFailure } from '../../../src-shared/terminal/messages.ts'
import type { TerminalAnswer, TerminalSale } from '../authorizing-terminals.ts'
import type { TerminalCard } from '../decision.ts'
import type { Processor } from '../processor.ts'
import type { TerminalAuthorization } from './bank.ts'

/** A card read by one of the bank's terminals; the number stays between terminal and bank. */
export interface ReadAtTerminal {
  readonly card: CardData
  readonly shown: TerminalCard
}

/** The connection to the bank's terminals, independent of the service. */
export interface BankTerminals {
  read(sale: TerminalSale): Promise<Result<ReadAtTerminal, CommandFailure | 'not_connected' | 'link_lost'>>
}

/** Time limit in ms: slightly longer than such terminals are known to take, including the customer's two minutes. */
const limitMs = 200_000

/**
 * Adds terminals that read a card and have it authorized in one call. Authorizations from them fail like all others; if
 * a terminal loses its link before it has reported, the outcome is unknown.
 */
export const withTerminals = (bank: Processor, terminals: BankTerminals): Processor => ({
  ...bank,
  terminals: {
    limitMs,
    async sell(sale): Promise<TerminalAnswer> {
      const read = await terminals.read(sale)
      if (!read.ok) {
        return read.error === 'link_lost'
          ? { outcome: 'unknown' }
          : { outcome: 'not_sent', reason: read.error }
      }
      sale.onProgress('authorizing')
      return bank.authorize(authorizationOf(sale, read.value))
    },
  },
})

const authorizationOf = (
  { hsn: _, prompt: __, onProgress: ___, signal: ____, ...order }: TerminalSale,
  { card, shown }: ReadAtTerminal,
): TerminalAuthorization => ({
  ...order,
  source: { kind: 'card', card },
  card_present: true,
  entry_mode: shown.entry_mode,
  channel: shown.entry_mode === 'keyed' ? 'typed' : 'terminal',
  stored_credential: null,
  billing: {},
  terminal_card: shown,
})
