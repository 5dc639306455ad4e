import { err, ok } from '../../../src-shared/result.ts'
import { isoTime } from '../../clock.ts'
import type { Handler } from '../../http/handler.ts'
import type { TerminalCore } from '../core.ts'
import { momentOf } from '../local-time.ts'
import { onTerminal } from '../on-terminal.ts'

/** Sets the terminal's clock and tells how far it was off. A time without an offset is the merchant's own. */
export const dateTime =
  (core: TerminalCore): Handler<'terminals.date_time'> =>
  ({ caller, body: { hsn, dateTime }, sessionKey }) =>
    onTerminal(core, 'terminals.date_time', { caller, sessionKey, hsn }, async (run) => {
      const account = await core.accounts.account(run.terminal.account_id)
      const zone = account?.document.merchant.timezone ?? 'UTC'
      const date_time = isoTime(momentOf(dateTime, zone))
      const set = await run.send({ name: 'set_clock', date_time }, core.timings.answerMs)
      if (!set.ok) return err(run.refusal(set.error))
      return ok({ success: true, date_time, offset_ms: set.value.offset_ms })
    })
