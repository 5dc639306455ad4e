import { err, ok } from '../../../src-shared/result.ts'
import { isoTime } from '../../clock.ts'
import type { Handler } from '../../http/handler.ts'
import type { TerminalCore } from '../core.ts'
import { onTerminal } from '../on-terminal.ts'

/** Sets the terminal's clock and tells how far it was off. */
export const dateTime =
  (core: TerminalCore): Handler<'terminals.date_time'> =>
  ({ caller, body: { hsn, dateTime }, sessionKey }) =>
    onTerminal(core, 'terminals.date_time', { caller, sessionKey, hsn }, async (run) => {
      const date_time = isoTime(Date.parse(dateTime))
      const set = await run.send({ name: 'set_clock', date_time }, core.timings.answerMs)
      if (!set.ok) return err(run.refusal(set.error))
      return ok({ success: true, date_time, offset_ms: set.value.offset_ms })
    })
