import { serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../idempotent-prompt.ts'
import { onTerminal } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'
import { fitsFormat, looksLikeCard } from './input-format.ts'

/** Section 4.4: what the customer typed, without the signs that only help the eye. */
export const readInput =
  (context: TerminalContext): Handler<'terminals.read_input'> =>
  ({
    caller,
    body: { hsn, format, prompt = defaultPrompt(format), beep = false },
    sessionKey,
    idempotency,
  }) =>
    answerOnce(context, idempotency, () =>
      onTerminal(context, 'terminals.read_input', { caller, sessionKey, hsn }, async (run) => {
        const typed = await run.send({ name: 'read_input', prompt, format, beep }, context.timings.promptMs)
        if (!typed.ok) return err(run.refusal(typed.error))
        const { input } = typed.value
        if (!fitsFormat(input, format)) return err(run.refusal('invalid'))
        return looksLikeCard(input) ? err(cardTyped) : ok({ input })
      }),
    )

const cardTyped = serviceError(
  'terminal_parameter_invalid',
  'What the customer typed looks like a card number, and card numbers are not given to the POS. Use read_manual for a card, or ask for fewer digits.',
  { param: 'format' },
)

function defaultPrompt(format: string): string {
  switch (format) {
    case 'PHONE':
      return 'Your phone number'
    case 'AMOUNT':
      return 'Enter the amount'
    case 'MMYY':
      return 'Month and year'
    default:
      return 'Please enter'
  }
}
