import type { Handler } from '../../http/handler.ts'
import { runOperation } from '../run-operation.ts'
import { cardCommand, typingCommand } from '../sale/card-prompts.ts'
import { runCardSale } from '../sale/card-sale.ts'
import { readToken } from '../sale/read-token.ts'
import { saleAgain } from '../sale/sale-outcome.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Section 4.4: reads the card (inserted, tapped, swiped) and charges the intent's amount to it. */
export const authCard =
  (context: TerminalContext): Handler<'terminals.auth_card'> =>
  (request) =>
    runOperation(
      context,
      'terminals.auth_card',
      request,
      (run) =>
        runCardSale(context, run, request, (intent, wants) => cardCommand(request.body, intent, wants)),
      saleAgain(context, request),
    )

/** Section 4.4: lets the card be typed on the terminal, never on the POS, and charges the intent's amount to it. */
export const authManual =
  (context: TerminalContext): Handler<'terminals.auth_manual'> =>
  (request) =>
    runOperation(
      context,
      'terminals.auth_manual',
      request,
      (run) => runCardSale(context, run, request, (intent) => typingCommand(request.body, intent)),
      saleAgain(context, request),
    )

/** Section 4.4: reads the card and makes a payment method of it. Nothing is charged. */
export const readCard =
  (context: TerminalContext): Handler<'terminals.read_card'> =>
  (request) => {
    const { body } = request
    return runOperation(context, 'terminals.read_card', request, (run) =>
      readToken(context, run, body, (shown) => cardCommand(body, shown)),
    )
  }

/** Section 4.4: lets the card be typed on the terminal and makes a payment method of it. Nothing is charged. */
export const readManual =
  (context: TerminalContext): Handler<'terminals.read_manual'> =>
  (request) => {
    const { body } = request
    return runOperation(context, 'terminals.read_manual', request, (run) =>
      readToken(context, run, body, (shown) => typingCommand(body, shown)),
    )
  }
