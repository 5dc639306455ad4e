import { ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../answer-once.ts'
import { runCardSale } from '../card-sale.ts'
import type { TerminalCore } from '../core.ts'
import { onTerminal, type TerminalRun } from '../on-terminal.ts'

/** Section 4.4: the card is read (inserted, tapped, swiped) and the intent's amount charged to it. */
export const authCard =
  (core: TerminalCore): Handler<'terminals.auth_card'> =>
  ({ caller, body, sessionKey, idempotency }) => {
    const request = { caller, sessionKey, hsn: body.hsn, paymentIntentId: body.payment_intent_id }
    const sell = (run: TerminalRun) =>
      runCardSale(core, run, body, async ({ send }, { amount, currency }) => {
        const read = await send(
          {
            name: 'read_card',
            amount: (body.include_amount_display ?? true) ? amount : null,
            currency,
            confirm_amount: body.confirm_amount ?? true,
            aid: body.aid ?? null,
            include_pin: body.include_pin ?? false,
            include_avs: body.include_avs ?? false,
            beep: body.beep ?? false,
          },
          core.timings.promptMs,
        )
        if (!read.ok) return read
        const { entry_mode: entryMode, card, chip, cardholder_name: cardholderName } = read.value
        return ok({ entryMode, card, chip, cardholderName, cardPresent: entryMode !== 'FallbackKeyed' })
      })
    return answerOnce(core, idempotency, () => onTerminal(core, 'terminals.auth_card', request, sell))
  }
