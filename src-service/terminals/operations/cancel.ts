import { serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { openTerminal } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'

/**
 * Tells the running operation to stop. Its own answer is the outcome: `cancelled` says only that it was told in
 * time. Once the card is with the processor it is too late, and this says so.
 */
export const cancel =
  (context: TerminalContext): Handler<'terminals.cancel'> =>
  async ({ caller, body: { hsn }, sessionKey }) => {
    const opened = await openTerminal(context, { caller, sessionKey, hsn })
    if (!opened.ok) return opened
    const stage = context.running.stop(hsn, 'pos')
    if (stage === 'authorizing' || stage === 'settled') return err(tooLate(stage))
    return ok({ cancelled: stage === 'stoppable' })
  }

const tooLate = (stage: 'authorizing' | 'settled') =>
  serviceError(
    'terminal_cancelled',
    stage === 'authorizing'
      ? 'Too late to cancel: the card is with the processor. The answer of the running authorization is the outcome; void the payment when it was approved and is not wanted.'
      : 'Too late to cancel: the authorization has its outcome. What the terminal still asked for was stopped; void the payment when it was approved and is not wanted.',
  )
