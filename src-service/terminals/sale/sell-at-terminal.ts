import type { ServiceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { authorizeAtTerminal } from '../../authorize/authorize-at-terminal.ts'
import type { AuthorizingTerminals } from '../../processor/authorizing-terminals.ts'
import type { TerminalRun } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'
import type { WantedWay } from './card-prompts.ts'
import { receiptFor } from './receipt-data.ts'
import type { Attempt, Sale } from './sale.ts'
import { informOfError, inTime, outcomeOf } from './sale-outcome.ts'

/**
 * A sale (card-sale.ts) for which the terminal reads the card and authorizes it by itself. The point of no return comes
 * before the customer is asked: from then on a cancel is only a request, and only the terminal's answer proves that
 * nothing was sent.
 *
 *   journal ─┃─▶ the terminal asks for the card and charges it ▶ its answer
 *            ┃     ├─ not sent: the payment has failed, nothing was charged
 *            ┃     ╰─ silence, or the time is up ▶ terminal_timeout with the payment_intent; inquiries continue
 */
export async function sellAtTerminal(
  context: TerminalContext,
  run: TerminalRun,
  { intent, body, idempotency, prompt, terminals }: Sale & { readonly terminals: AuthorizingTerminals },
  wants: WantedWay | null,
): Promise<Result<Attempt, ServiceError>> {
  const receiptData = await receiptFor(context, intent, body, null)
  if (!run.operation.enter('selling')) return err(run.refusal('cancelled_by_service'))
  const sale = authorizeAtTerminal(context, terminals, {
    accountId: intent.account_id,
    intentId: intent.id,
    // The amount is locked from the start of the payment: the customer is charged what is shown.
    agreedAmount: intent.amount,
    hsn: body.hsn,
    prompt: prompt(intent, wants),
    receiptData,
    showBin: body.bin ?? false,
    authCode: body.auth_code ?? null,
    idempotency,
    guard: run.guard,
    signal: run.operation.signal,
    onProgress(step) {
      if (step === 'authorizing') run.operation.enter('authorizing')
      run.publishStep(step)
    },
  })
  const sold = await inTime(context, run, intent, sale)
  run.operation.enter('settled')
  if (!sold.ok) return refused(run, sold.error)
  if (sold.value.kind === 'not_sent') return err(run.refusal(sold.value.reason))
  const answered = outcomeOf(sold.value.reply)
  if (!answered.ok) return refused(run, answered.error)
  const { card, reply } = sold.value
  const entryMode = card?.entry_mode ?? reply.payment.entry_mode
  return ok({ reply, chip: null, entryMode, pin: card?.verified ?? false })
}

async function refused(run: TerminalRun, error: ServiceError): Promise<Result<never, ServiceError>> {
  await informOfError(run, error)
  return err(error)
}
