import type { Handler } from '../../http/handler.ts'
import { runOperation } from '../run-operation.ts'
import { promptForCard, promptForTyping } from '../sale/card-prompts.ts'
import { runCardSale, saleAgain } from '../sale/card-sale.ts'
import { tokenCurrency as currency, readToken } from '../sale/read-token.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Section 4.4: the card is read (inserted, tapped, swiped) and the intent's amount charged to it. */
export const authCard =
  (context: TerminalContext): Handler<'terminals.auth_card'> =>
  (request) =>
    runOperation(
      context,
      'terminals.auth_card',
      request,
      (run) =>
        runCardSale(context, run, request, (intent, wants) =>
          promptForCard(run, request.body, intent, wants),
        ),
      saleAgain(context, request.body),
    )

/** Section 4.4: the card is typed on the terminal, never on the POS, and the intent's amount charged to it. */
export const authManual =
  (context: TerminalContext): Handler<'terminals.auth_manual'> =>
  (request) =>
    runOperation(
      context,
      'terminals.auth_manual',
      request,
      (run) => runCardSale(context, run, request, (intent) => promptForTyping(run, request.body, intent)),
      saleAgain(context, request.body),
    )

/** Section 4.4: the card is read and becomes a payment method. Nothing is charged. */
export const readCard =
  (context: TerminalContext): Handler<'terminals.read_card'> =>
  (request) => {
    const { body } = request
    return runOperation(context, 'terminals.read_card', request, (run) =>
      readToken(context, run, body, () => promptForCard(run, body, { amount: body.amount, currency })),
    )
  }

/** Section 4.4: the card is typed on the terminal and becomes a payment method. Nothing is charged. */
export const readManual =
  (context: TerminalContext): Handler<'terminals.read_manual'> =>
  (request) => {
    const { body } = request
    return runOperation(context, 'terminals.read_manual', request, (run) =>
      readToken(context, run, body, () => promptForTyping(run, body, { amount: body.amount, currency })),
    )
  }
