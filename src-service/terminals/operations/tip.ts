import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type { ParsedBody } from '../../../src-shared/api/operations.ts'
import { maximumAmount, percentOf } from '../../../src-shared/money.ts'
import { err, ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../idempotent-prompt.ts'
import { onTerminal } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Asks for a tip: presets are whole percents of the amount, rounded half up. Answers cents as strings. */
export const tip =
  (context: TerminalContext): Handler<'terminals.tip'> =>
  async ({ caller, body, sessionKey, idempotency }) => {
    const { hsn, amount, prompt = 'Add a tip?', tip_percent_presets: presets = [] } = body
    const custom = body.include_custom_tip_amount ?? true
    const refusal = refused(body, custom)
    if (refusal !== null) return err(refusal)
    return answerOnce(context, idempotency, () =>
      onTerminal(context, 'terminals.tip', { caller, sessionKey, hsn }, async (run) => {
        const chosen = await run.send(
          { name: 'tip', prompt, amount, currency: 'USD', percent_presets: presets, custom },
          context.timings.promptMs,
        )
        if (!chosen.ok) return err(run.refusal(chosen.error))
        const { tip: cents } = chosen.value
        const offered =
          custom || cents === 0 || presets.some((percent) => percentOf(amount, percent) === cents)
        if (!offered || amount + cents > maximumAmount) return err(run.refusal('invalid'))
        return ok({ tip: String(cents), amount: String(amount), total: String(amount + cents) })
      }),
    )
  }

function refused(body: ParsedBody<'terminals.tip'>, custom: boolean): ServiceError | null {
  const presets = body.tip_percent_presets ?? []
  if (presets.length === 0 && !custom) {
    return serviceError(
      'terminal_parameter_missing',
      'There is nothing to choose: send tip_percent_presets, or leave include_custom_tip_amount true.',
      { param: 'tip_percent_presets' },
    )
  }
  return null
}
