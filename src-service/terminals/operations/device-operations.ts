import { refuse } from '../../../src-shared/api/errors.ts'
import { momentOf } from '../../../src-shared/local-time.ts'
import { err, ok } from '../../../src-shared/result.ts'
import type { Caller } from '../../caller.ts'
import { runDecision } from '../../commit.ts'
import type { Handler } from '../../http/handler.ts'
import { nextRow, updateOf } from '../../store/row-writes.ts'
import { isoTime } from '../../time/clock.ts'
import type { TerminalRow } from '../rows.ts'
import { runOperation } from '../run-operation.ts'
import { ownTerminal } from '../terminal-access.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Whether a terminal's clock can be set to this time, in ms; the offset must fit the link's reply. */
const isClockTime = (ms: number): boolean => ms >= 0 && ms < Date.UTC(2200, 0)

/**
 * Sets the terminal's clock and returns how far it was off. A time without an offset is in the merchant's time zone.
 */
export const dateTime =
  (context: TerminalContext): Handler<'terminals.date_time'> =>
  (request) =>
    runOperation(context, 'terminals.date_time', request, async (run) => {
      const account = await context.accounts.account(run.terminal.document.account_id)
      const zone = account?.document.merchant.timezone ?? 'UTC'
      const moment = momentOf(request.body.dateTime, zone)
      if (!isClockTime(moment)) {
        return refuse(
          'terminal_parameter_invalid',
          `dateTime must be a time from 1970 to 2199 to set the clock of terminal ${request.body.hsn}.`,
          { param: 'dateTime' },
        )
      }
      const date_time = isoTime(moment)
      const set = await run.send({ name: 'set_clock', date_time }, context.timings.answerMs)
      if (!set.ok) return err(run.refusal(set.error))
      await keepClock(context, request.caller, request.body.hsn, set.value.offset_ms)
      return ok({ success: true, date_time, offset_ms: set.value.offset_ms })
    })

/** Stores the offset, so that a clock that is repeatedly wrong can be noticed. */
async function keepClock(
  context: TerminalContext,
  caller: Caller,
  hsn: string,
  offset_ms: number,
): Promise<void> {
  const kept = await runDecision<TerminalRow, null>(context, {
    load: () => ownTerminal(context, caller, hsn),
    decide(row, { now }) {
      const document = { ...row.document, clock: { offset_ms, set_at: now } }
      return ok({ writes: [updateOf('terminal', nextRow(row, document, now))], events: [], reply: null })
    },
  })
  // The clock has been set anyway.
  if (!kept.ok) context.log.warn({ hsn, code: kept.error.code }, 'terminal.clock_not_kept')
}

/** Shows a text; an empty one clears the screen. */
export const display =
  (context: TerminalContext): Handler<'terminals.display'> =>
  (request) =>
    runOperation(context, 'terminals.display', request, async (run) => {
      const { text } = request.body
      const command = text === '' ? ({ name: 'clear' } as const) : ({ name: 'display', text } as const)
      const shown = await run.send(command, context.timings.answerMs)
      return shown.ok ? ok({ text }) : err(run.refusal(shown.error))
    })

/** Section 4.4: the version of the software that reads the cards, as the terminal itself reports it. */
export const getPanPadVersion =
  (context: TerminalContext): Handler<'terminals.get_pan_pad_version'> =>
  (request) =>
    runOperation(context, 'terminals.get_pan_pad_version', request, async (run) => {
      const reported = await run.send({ name: 'version' }, context.timings.answerMs)
      return reported.ok ? ok({ version: reported.value.version }) : err(run.refusal(reported.error))
    })
