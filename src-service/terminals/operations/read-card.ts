import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../idempotent-prompt.ts'
import { onTerminal } from '../run-operation.ts'
import { promptForCard } from '../sale/card-prompts.ts'
import { tokenCurrency as currency, readToken } from '../sale/read-token.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Section 4.4: the card is read and becomes a payment method. Nothing is charged. */
export const readCard =
  (context: TerminalContext): Handler<'terminals.read_card'> =>
  ({ caller, body, sessionKey, idempotency }) =>
    answerOnce(context, idempotency, () =>
      onTerminal(context, 'terminals.read_card', { caller, sessionKey, hsn: body.hsn }, (run) =>
        readToken(context, run, body, () =>
          promptForCard(context, run, body, { amount: body.amount, currency }),
        ),
      ),
    )
