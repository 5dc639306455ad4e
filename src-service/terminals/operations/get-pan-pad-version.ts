import { err, ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { onTerminal } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Section 4.4: the version of the software that reads the cards, as the terminal itself says it. */
export const getPanPadVersion =
  (context: TerminalContext): Handler<'terminals.get_pan_pad_version'> =>
  ({ caller, body: { hsn }, sessionKey }) =>
    onTerminal(context, 'terminals.get_pan_pad_version', { caller, sessionKey, hsn }, async (run) => {
      const told = await run.send({ name: 'version' }, context.timings.answerMs)
      return told.ok ? ok({ version: told.value.version }) : err(run.refusal(told.error))
    })
