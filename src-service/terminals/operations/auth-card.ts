import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../idempotent-prompt.ts'
import { onTerminal } from '../run-operation.ts'
import { promptForCard } from '../sale/card-prompts.ts'
import { runCardSale } from '../sale/card-sale.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Section 4.4: the card is read (inserted, tapped, swiped) and the intent's amount charged to it. */
export const authCard =
  (context: TerminalContext): Handler<'terminals.auth_card'> =>
  ({ caller, body, sessionKey, idempotency }) => {
    const request = { caller, sessionKey, hsn: body.hsn, paymentIntentId: body.payment_intent_id }
    return answerOnce(context, idempotency, () =>
      onTerminal(context, 'terminals.auth_card', request, (run) =>
        runCardSale(context, run, body, (intent) => promptForCard(context, run, body, intent)),
      ),
    )
  }
