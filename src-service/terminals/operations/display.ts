import { err, ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { onTerminal } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Shows a text; an empty one clears the screen. */
export const display =
  (context: TerminalContext): Handler<'terminals.display'> =>
  ({ caller, body: { hsn, text }, sessionKey }) =>
    onTerminal(context, 'terminals.display', { caller, sessionKey, hsn }, async (run) => {
      const command = text === '' ? ({ name: 'clear' } as const) : ({ name: 'display', text } as const)
      const shown = await run.send(command, context.timings.answerMs)
      return shown.ok ? ok({ text }) : err(run.refusal(shown.error))
    })
