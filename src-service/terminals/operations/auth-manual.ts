import { ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { runCardSale } from '../card-sale.ts'
import type { TerminalCore } from '../core.ts'
import { onTerminal } from '../on-terminal.ts'

/** Section 4.4: the card is typed on the terminal, never on the POS, and the intent's amount charged to it. */
export const authManual =
  (core: TerminalCore): Handler<'terminals.auth_manual'> =>
  ({ caller, body, sessionKey }) => {
    const request = { caller, sessionKey, hsn: body.hsn, paymentIntentId: body.payment_intent_id }
    return onTerminal(core, 'terminals.auth_manual', request, (run) =>
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
      }),
    )
  }
