import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../answer-once.ts'
import { promptForTyping } from '../card-prompts.ts'
import { runCardSale } from '../card-sale.ts'
import type { TerminalCore } from '../core.ts'
import { onTerminal } from '../on-terminal.ts'

/** Section 4.4: the card is typed on the terminal, never on the POS, and the intent's amount charged to it. */
export const authManual =
  (core: TerminalCore): Handler<'terminals.auth_manual'> =>
  ({ caller, body, sessionKey, idempotency }) => {
    const request = { caller, sessionKey, hsn: body.hsn, paymentIntentId: body.payment_intent_id }
    return answerOnce(core, idempotency, () =>
      onTerminal(core, 'terminals.auth_manual', request, (run) =>
        runCardSale(core, run, body, (intent) => promptForTyping(core, run, body, intent)),
      ),
    )
  }
