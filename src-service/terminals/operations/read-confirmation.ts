import { err, ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../idempotent-prompt.ts'
import { onTerminal } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Section 4.4: yes or no, by the green and the red key. No is an answer, not a cancel. */
export const readConfirmation =
  (context: TerminalContext): Handler<'terminals.read_confirmation'> =>
  ({ caller, body: { hsn, prompt, beep = false }, sessionKey, idempotency }) =>
    answerOnce(context, idempotency, () =>
      onTerminal(context, 'terminals.read_confirmation', { caller, sessionKey, hsn }, async (run) => {
        const asked = await run.send({ name: 'read_confirmation', prompt, beep }, context.timings.promptMs)
        return asked.ok ? ok({ confirmed: asked.value.confirmed }) : err(run.refusal(asked.error))
      }),
    )
