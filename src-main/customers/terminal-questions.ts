import type { Language } from '../../src-shared/language.ts'
import { keepCardPrompt } from '../../src-shared/pos/terminals/terminal-words.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { questionWords } from '../../src-shared/terminal/question-words.ts'
import { tokenOf } from '../sale/card-token.ts'
import type { TerminalFailure } from '../service-calls/failures.ts'
import type { TerminalConnection } from '../terminal/connection.ts'

/** Questions to a customer on the terminal. */
export interface TerminalQuestions {
  /** @returns the number as the customer typed it */
  phone(): Promise<Result<string, TerminalFailure>>
  /**
   * Reads a card and asks whether it may be saved.
   * @param language the customer's; null: the counter's
   * @returns the id of its payment method; null without consent: the card was read for a single use, and is not charged
   */
  cardToSave(language: Language | null): Promise<Result<string | null, TerminalFailure>>
  /** Stops all questions, and nothing else on the terminal: the printing of a receipt goes on. */
  stop(): void
}

export function createTerminalQuestions(
  terminal: Pick<TerminalConnection, 'run'>,
  language: () => Language,
): TerminalQuestions {
  /** Questions on the terminal, or waiting for it: a closed dialog may have left one. */
  const asking = new Set<AbortController>()

  /** Asks one question after the other, until it is stopped. */
  async function onTerminal<Value>(ask: (run: TerminalConnection['run']) => Promise<Value>): Promise<Value> {
    const mine = new AbortController()
    asking.add(mine)
    try {
      return await ask((name, body, more) => terminal.run(name, body, { ...more, signal: mine.signal }))
    } finally {
      asking.delete(mine)
    }
  }

  return {
    async phone() {
      const prompt = questionWords[language()].phone
      const typed = await onTerminal((run) => run('terminals.read_input', { prompt, format: 'PHONE' }))
      return typed.ok ? ok(typed.value.input) : typed
    },
    cardToSave: (ofCustomer) =>
      onTerminal(async (run) => {
        const read = await run('terminals.read_card', {
          amount: 0,
          include_amount_display: false,
          confirm_amount: false,
          include_signature: false,
        })
        if (!read.ok) return read
        const prompt = keepCardPrompt(ofCustomer ?? language(), tokenOf(read.value, true))
        const asked = await run('terminals.read_confirmation', { prompt })
        if (!asked.ok) return asked
        return ok(asked.value.confirmed ? read.value.id : null)
      }),
    stop() {
      for (const question of asking) question.abort()
    },
  }
}
