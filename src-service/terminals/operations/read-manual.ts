import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../answer-once.ts'
import { promptForTyping } from '../card-prompts.ts'
import type { TerminalCore } from '../core.ts'
import { onTerminal } from '../on-terminal.ts'
import { tokenCurrency as currency, readToken } from '../read-token.ts'

/** Section 4.4: the card is typed on the terminal and becomes a payment method. Nothing is charged. */
export const readManual =
  (core: TerminalCore): Handler<'terminals.read_manual'> =>
  ({ caller, body, sessionKey, idempotency }) =>
    answerOnce(core, idempotency, () =>
      onTerminal(core, 'terminals.read_manual', { caller, sessionKey, hsn: body.hsn }, (run) =>
        readToken(core, run, body, () => promptForTyping(core, run, body, { amount: body.amount, currency })),
      ),
    )
