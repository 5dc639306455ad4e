import { err, ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../answer-once.ts'
import type { TerminalCore } from '../core.ts'
import { onTerminal } from '../on-terminal.ts'

/** Section 4.4: yes or no, by the green and the red key. No is an answer, not a cancel. */
export const readConfirmation =
  (core: TerminalCore): Handler<'terminals.read_confirmation'> =>
  ({ caller, body: { hsn, prompt, beep = false }, sessionKey, idempotency }) =>
    answerOnce(core, idempotency, () =>
      onTerminal(core, 'terminals.read_confirmation', { caller, sessionKey, hsn }, async (run) => {
        const asked = await run.send({ name: 'read_confirmation', prompt, beep }, core.timings.promptMs)
        return asked.ok ? ok({ confirmed: asked.value.confirmed }) : err(run.refusal(asked.error))
      }),
    )
