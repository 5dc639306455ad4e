import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../answer-once.ts'
import { promptForCard } from '../card-prompts.ts'
import type { TerminalCore } from '../core.ts'
import { onTerminal } from '../on-terminal.ts'
import { tokenCurrency as currency, readToken } from '../read-token.ts'

/** Section 4.4: the card is read and becomes a payment method. Nothing is charged. */
export const readCard =
  (core: TerminalCore): Handler<'terminals.read_card'> =>
  ({ caller, body, sessionKey, idempotency }) =>
    answerOnce(core, idempotency, () =>
      onTerminal(core, 'terminals.read_card', { caller, sessionKey, hsn: body.hsn }, (run) =>
        readToken(core, run, body, () => promptForCard(core, run, body, { amount: body.amount, currency })),
      ),
    )
