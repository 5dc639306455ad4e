import { err, ok } from '../../../src-shared/result.ts'
import { isoTime } from '../../clock.ts'
import type { Handler } from '../../http/handler.ts'
import { onTerminal } from '../run-operation.ts'
import { momentOf } from '../sale/local-time.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Sets the terminal's clock and tells how far it was off. A time without an offset is the merchant's own. */
export const dateTime =
  (context: TerminalContext): Handler<'terminals.date_time'> =>
  ({ caller, body: { hsn, dateTime }, sessionKey }) =>
    onTerminal(context, 'terminals.date_time', { caller, sessionKey, hsn }, async (run) => {
      const account = await context.accounts.account(run.terminal.account_id)
      const zone = account?.document.merchant.timezone ?? 'UTC'
      const date_time = isoTime(momentOf(dateTime, zone))
      const set = await run.send({ name: 'set_clock', date_time }, context.timings.answerMs)
      if (!set.ok) return err(run.refusal(set.error))
      return ok({ success: true, date_time, offset_ms: set.value.offset_ms })
    })
