import { err, ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import type { TerminalCore } from '../core.ts'
import { onTerminal } from '../on-terminal.ts'

/** Shows a text; an empty one clears the screen. */
export const display =
  (core: TerminalCore): Handler<'terminals.display'> =>
  ({ caller, body: { hsn, text }, sessionKey }) =>
    onTerminal(core, 'terminals.display', { caller, sessionKey, hsn }, async (run) => {
      const command = text === '' ? ({ name: 'clear' } as const) : ({ name: 'display', text } as const)
      const shown = await run.send(command, core.timings.answerMs)
      return shown.ok ? ok({ text }) : err(run.refusal(shown.error))
    })
