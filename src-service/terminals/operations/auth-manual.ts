import { ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../answer-once.ts'
import { runCardSale } from '../card-sale.ts'
import type { TerminalCore } from '../core.ts'
import { onTerminal, type TerminalRun } from '../on-terminal.ts'

/** Section 4.4: the card is typed on the terminal, never on the POS, and the intent's amount charged to it. */
export const authManual =
  (core: TerminalCore): Handler<'terminals.auth_manual'> =>
  ({ caller, body, sessionKey, idempotency }) => {
    const request = { caller, sessionKey, hsn: body.hsn, paymentIntentId: body.payment_intent_id }
    const sell = (run: TerminalRun) =>
      runCardSale(core, run, body, async ({ send }, { amount, currency }) => {
        const typed = await send(
          {
            name: 'read_manual',
            amount: (body.include_amount_display ?? true) ? amount : null,
            currency,
            include_cvv: body.include_cvv ?? false,
            include_avs: body.include_avs ?? false,
            beep: body.beep ?? false,
          },
          core.timings.promptMs,
        )
        if (!typed.ok) return typed
        const { entry_mode: entryMode, card } = typed.value
        return ok({ entryMode, card, chip: null, cardholderName: null, cardPresent: false })
      })
    return answerOnce(core, idempotency, () => onTerminal(core, 'terminals.auth_manual', request, sell))
  }
