import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type { ParsedBody } from '../../../src-shared/api/operations.ts'
import { maximumAmount, percentOf } from '../../../src-shared/money.ts'
import { holdsCardData } from '../../../src-shared/payments/card-data.ts'
import { passesLuhn } from '../../../src-shared/payments/luhn.ts'
import { err, ok } from '../../../src-shared/result.ts'
import { mostTip } from '../../../src-shared/terminal/messages.ts'
import { accountCurrency } from '../../accounts/currency.ts'
import { brandOf } from '../../authorize/card-brand.ts'
import type { Handler } from '../../http/handler.ts'
import type { PromptWords } from '../prompt-words.ts'
import { runOperation } from '../run-operation.ts'
import { signatureCommand, signatureUnsupported } from '../sale/signature.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Section 4.4: asks yes or no, answered by the green or red key. No is an answer, not a cancellation. */
export const readConfirmation =
  (context: TerminalContext): Handler<'terminals.read_confirmation'> =>
  (request) =>
    runOperation(context, 'terminals.read_confirmation', request, async (run) => {
      const { prompt, beep = false } = request.body
      const asked = await run.send({ name: 'read_confirmation', prompt, beep })
      return asked.ok ? ok({ confirmed: asked.value.confirmed }) : err(run.refusal(asked.error))
    })

/** Section 4.4: returns what the customer typed, without formatting characters. */
export const readInput =
  (context: TerminalContext): Handler<'terminals.read_input'> =>
  (request) =>
    runOperation(context, 'terminals.read_input', request, async (run) => {
      const { format, prompt = defaultPrompt(format, run.words), beep = false } = request.body
      const typed = await run.send({ name: 'read_input', prompt, format, beep })
      if (!typed.ok) return err(run.refusal(typed.error))
      const { input } = typed.value
      if (!fitsFormat(input, format)) return err(run.refusal('invalid'))
      return looksLikeCard(input) ? err(cardTyped) : ok({ input })
    })

const cardTyped = serviceError(
  'terminal_parameter_invalid',
  "The customer's input looks like a card number, and card numbers are not passed to the POS. Use read_manual for a card, or request fewer digits.",
  { param: 'format' },
)

function defaultPrompt(format: string, words: PromptWords): string {
  switch (format) {
    case 'PHONE':
      return words.phone
    case 'AMOUNT':
      return words.amount
    case 'MMYY':
      return words.monthAndYear
    default:
      return words.input
  }
}

/** Whether a text matches the format of read_input; the format itself has passed its schema (section 4.4). */
function fitsFormat(text: string, format: string): boolean {
  switch (format) {
    case 'PHONE':
      return /^\d{7,15}$/.test(text)
    case 'AMOUNT':
      return /^\d{1,16}$/.test(text)
    case 'MMYY':
      return /^(0[1-9]|1[0-2])\d\d$/.test(text)
    default: {
      const [shortest = 0, longest = shortest] = format.replace(/^A?N/, '').split(',').map(Number)
      const characters = format.startsWith('AN') ? /^[A-Za-z0-9 ]*$/ : /^\d*$/
      return characters.test(text) && text.length >= shortest && text.length <= longest
    }
  }
}

/**
 * Whether the text contains a card number with a valid check digit, alone or with other card data. The POS must not get
 * one through an input either.
 */
function looksLikeCard(text: string): boolean {
  const number = text.replaceAll(' ', '')
  if (holdsCardData(text) || holdsCardData(number)) return true
  return /^\d{13,19}$/.test(number) && brandOf(number) !== 'Card' && passesLuhn(number)
}

/** Asks for a tip: presets are integer percentages of the amount, rounded half up. Returns cents as strings. */
export const tip =
  (context: TerminalContext): Handler<'terminals.tip'> =>
  async (request) => {
    const { amount, tip_percent_presets: presets = [] } = request.body
    const custom = request.body.include_custom_tip_amount ?? true
    const refusal = refuseTip(request.body, custom)
    if (refusal !== null) return err(refusal)
    return runOperation(context, 'terminals.tip', request, async (run) => {
      const chosen = await run.send({
        name: 'tip',
        prompt: request.body.prompt ?? run.words.tip,
        amount,
        currency: await accountCurrency(context, run.terminal.document.account_id),
        percent_presets: presets,
        custom,
      })
      if (!chosen.ok) return err(run.refusal(chosen.error))
      const { tip: cents } = chosen.value
      const offered = custom || cents === 0 || presets.some((percent) => percentOf(amount, percent) === cents)
      if (!offered) return err(run.refusal('invalid'))
      return ok({ tip: String(cents), amount: String(amount), total: String(amount + cents) })
    })
  }

function refuseTip(body: ParsedBody<'terminals.tip'>, custom: boolean): ServiceError | null {
  const presets = body.tip_percent_presets ?? []
  if (presets.length === 0 && !custom) {
    return serviceError(
      'terminal_parameter_missing',
      'The customer would have no tip to choose. Send tip_percent_presets, or leave include_custom_tip_amount at true.',
      { param: 'tip_percent_presets' },
    )
  }
  const largest = Math.max(custom ? mostTip : 0, ...presets.map((percent) => percentOf(body.amount, percent)))
  if (largest > mostTip || body.amount + largest > maximumAmount) {
    return serviceError(
      'terminal_parameter_invalid',
      `amount ${body.amount} is too large for a tip: a tip is at most ${mostTip} cents, and total at most ${maximumAmount}.`,
      { param: 'amount' },
    )
  }
  return null
}

/** Asks for a signature outside a sale. */
export const readSignature =
  (context: TerminalContext): Handler<'terminals.read_signature'> =>
  (request) =>
    runOperation(context, 'terminals.read_signature', request, async (run) => {
      const { body } = request
      if (!run.terminal.document.device_capabilities.signature) return err(signatureUnsupported(body.hsn))
      const signed = await run.send(signatureCommand(body.prompt, body))
      return signed.ok ? ok({ signature: signed.value.signature }) : err(run.refusal(signed.error))
    })
