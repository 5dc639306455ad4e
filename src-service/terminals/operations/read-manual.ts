import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../idempotent-prompt.ts'
import { onTerminal } from '../run-operation.ts'
import { promptForTyping } from '../sale/card-prompts.ts'
import { tokenCurrency as currency, readToken } from '../sale/read-token.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Section 4.4: the card is typed on the terminal and becomes a payment method. Nothing is charged. */
export const readManual =
  (context: TerminalContext): Handler<'terminals.read_manual'> =>
  ({ caller, body, sessionKey, idempotency }) =>
    answerOnce(context, idempotency, () =>
      onTerminal(context, 'terminals.read_manual', { caller, sessionKey, hsn: body.hsn }, (run) =>
        readToken(context, run, body, () =>
          promptForTyping(context, run, body, { amount: body.amount, currency }),
        ),
      ),
    )
