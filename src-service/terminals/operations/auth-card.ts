import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../answer-once.ts'
import { promptForCard } from '../card-prompts.ts'
import { runCardSale } from '../card-sale.ts'
import type { TerminalCore } from '../core.ts'
import { onTerminal } from '../on-terminal.ts'

/** Section 4.4: the card is read (inserted, tapped, swiped) and the intent's amount charged to it. */
export const authCard =
  (core: TerminalCore): Handler<'terminals.auth_card'> =>
  ({ caller, body, sessionKey, idempotency }) => {
    const request = { caller, sessionKey, hsn: body.hsn, paymentIntentId: body.payment_intent_id }
    return answerOnce(core, idempotency, () =>
      onTerminal(core, 'terminals.auth_card', request, (run) =>
        runCardSale(core, run, body, (intent) => promptForCard(core, run, body, intent)),
      ),
    )
  }
