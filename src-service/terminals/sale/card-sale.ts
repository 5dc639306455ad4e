import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type { EntryMode, Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { isTap } from '../../../src-shared/payments/entry-mode.ts'
import { isPartialApproval } from '../../../src-shared/payments/partial-approval.ts'
import { isApproved } from '../../../src-shared/receipt/receipt-outcome.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { CardData } from '../../../src-shared/terminal/card-encryption.ts'
import { authorizeCardPresent } from '../../authorize/authorize.ts'
import { inProgress } from '../../commit.ts'
import type { AttemptReply } from '../../intents/attempt.ts'
import { loadAttempt, loadIntent } from '../../intents/load.ts'
import type { IdempotencyClaim } from '../../store/store.ts'
import type { SendFailure } from '../link/gateway.ts'
import type { TerminalRow } from '../rows.ts'
import type { TerminalRun } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'
import { withIntent } from '../terminal-errors.ts'
import { afterOutcome } from './after-outcome.ts'
import { decryptCard, type ReadCard, type WantedWay } from './card-prompts.ts'
import { receiptDataOf } from './receipt-data.ts'
import { refuseBeforePrompt, type SaleBody } from './sale-rules.ts'

export interface SaleRequest {
  readonly body: SaleBody
  /** Bound to each payment when that is begun: a repeat finds the last one (saleAgain). */
  readonly idempotency: IdempotencyClaim | null
}

interface Presented {
  readonly intent: PaymentIntent
  readonly read: ReadCard
  readonly card: CardData
}

/** Prompts for the card. @param wants how the bank wants it, once it has declined */
export type CardPrompt = (
  intent: PaymentIntent,
  wants: WantedWay | null,
) => Promise<Result<ReadCard, SendFailure>>

/** One card that went to the processor, and its outcome. */
interface Attempt {
  readonly reply: AttemptReply
  readonly chip: ReadCard['chip']
  readonly entryMode: EntryMode
  readonly pin: boolean
}

/**
 * A sale at the terminal. The card's way to the processor is the point of no return: before it everything ends
 * with "nothing was charged", after it only the processor's answer decides.
 *
 *   rules ▶ prompt ▶ decrypt ─┃─▶ authorize ▶ show outcome ▶ signature? ▶ receipt? ▶ the payment
 *     ╰────────┴────────┴─ error ┃    ├─ outcome unknown ▶ terminal_timeout with the payment_intent
 *             ▲                        ╰─ declined, but not by chip or PIN ╮
 *             ╰──────────────────────── another payment of the intent ─────╯
 */
export async function runCardSale(
  context: TerminalContext,
  run: TerminalRun,
  { body, idempotency }: SaleRequest,
  prompt: CardPrompt,
): Promise<Result<Payment, ServiceError>> {
  const accountId = run.terminal.document.account_id
  const intent = await loadIntent(context.store, accountId, body.payment_intent_id, 'payment_intent_id')
  if (!intent.ok) return intent
  const refusal = refuseBeforePrompt(run.terminal, intent.value.document, body)
  if (refusal !== null) return err(refusal)

  const sale = { intent: intent.value.document, body, idempotency, prompt }
  let attempt = await readAndCharge(context, run, sale, null)
  for (;;) {
    if (!attempt.ok) return attempt
    const wants = wantedWay(attempt.value, run.terminal)
    if (wants === null || !run.operation.enter('stoppable')) break
    const again = await readAndCharge(context, run, sale, wants)
    // Without a second card the first answer stands: it was declined.
    if (!again.ok && again.error.paymentIntent === undefined) break
    attempt = again
  }
  run.operation.enter('settled')
  const { reply, chip, pin } = attempt.value
  await showOutcome(run, reply.payment, body)
  return ok(await afterOutcome(context, run, reply, { body, chip, pin }))
}

interface Sale extends SaleRequest {
  readonly intent: PaymentIntent
  readonly prompt: CardPrompt
}

async function readAndCharge(
  context: TerminalContext,
  run: TerminalRun,
  { intent, body, idempotency, prompt }: Sale,
  wants: WantedWay | null,
): Promise<Result<Attempt, ServiceError>> {
  const read = await prompt(intent, wants)
  if (!read.ok) return err(run.refusal(read.error))
  const decrypted = await decryptCard(context, run, read.value)
  if (!decrypted.ok) return decrypted
  // Over the telephone nobody checks a PIN; a chip has checked it by itself.
  const { chip, entryMode } = read.value
  const pinCounts = body.auth_code === undefined || chip !== null
  const card = pinCounts ? decrypted.value : withoutPin(decrypted.value)
  if (!run.operation.enter('authorizing')) {
    await run.inform({ name: 'clear' })
    return err(run.refusal('cancelled_by_service'))
  }

  run.publishStep('authorizing')
  const authorized = await authorize(context, run, { body, idempotency }, { intent, read: read.value, card })
  run.operation.enter('settled')
  if (!authorized.ok) {
    await run.inform(authorized.error.paymentIntent === undefined ? { name: 'clear' } : noAnswerYet)
    return authorized
  }
  return ok({ reply: authorized.value, chip, entryMode, pin: card.pin !== undefined })
}

/** How the bank would approve the card that it has declined; null when it would not, or this terminal cannot. */
function wantedWay(
  { reply: { payment }, entryMode, pin }: Attempt,
  { document: { device_capabilities: hardware } }: TerminalRow,
): WantedWay | null {
  if (payment.gateway_response.retryable !== 'now' || !hardware.emv) return null
  if (payment.failure_code === 'insert_card') return isTap(entryMode) ? 'chip' : null
  return payment.failure_code === 'pin_required' && !pin && hardware.pin_pad ? 'pin' : null
}

/** Asks the processor. When the transaction's time is up first, the authorization goes on without us. */
async function authorize(
  context: TerminalContext,
  run: TerminalRun,
  { body, idempotency }: SaleRequest,
  { intent, read: { card: _encrypted, binding: _binding, ...read }, card }: Presented,
): Promise<Result<AttemptReply, ServiceError>> {
  const account = await context.accounts.account(intent.account_id)
  if (account === null)
    throw new Error(`account ${intent.account_id} of terminal ${run.operation.hsn} is gone`)
  const { cardholderName } = read
  const facts = { account: account.document, intent, cardholderName, now: context.clock.now() }
  const receiptData = receiptDataOf(facts, body)
  const authorization = authorizeCardPresent(context, {
    ...read,
    hsn: run.terminal.id,
    // Section 4.4 counts a card that is typed on the terminal to the card-present flow, as terminal_details does.
    cardPresent: true,
    card,
    receiptData,
    showBin: body.bin ?? false,
    accountId: intent.account_id,
    intentId: intent.id,
    // The customer agreed to this amount on the screen: another one is refused, and nothing is charged.
    agreedAmount: intent.amount,
    idempotency,
    ...(body.auth_code === undefined ? {} : { authCode: body.auth_code }),
  })
  const first = await Promise.race([settled(context, authorization), run.timeIsUp])
  if (first !== 'time is up' && first !== 'not known') return first
  const now = await loadIntent(context.store, intent.account_id, intent.id, 'payment_intent_id')
  if (!now.ok) return now
  // Open still: its payment was never begun, or was declined this very moment.
  return now.value.document.status === 'created' ? authorization : err(outcomeUnknown(now.value.document))
}

const withoutPin = ({ pin: _, ...card }: CardData): CardData => card

/** Only what the processor has decided is an answer with the payment. */
function outcomeOf(reply: AttemptReply): Result<AttemptReply, ServiceError> {
  if (reply.payment.status === 'processing') return err(outcomeUnknown(reply.intent))
  if (reply.payment.failure_code === 'outcome_unknown_voided') return err(voided(reply.intent))
  return ok(reply)
}

/** A refusal comes before the processor is asked; any other failure may have come after, and is not an outcome. */
async function settled(
  context: TerminalContext,
  authorization: ReturnType<typeof authorizeCardPresent>,
): Promise<Result<AttemptReply, ServiceError> | 'not known'> {
  try {
    const result = await authorization
    if (result.ok) return outcomeOf(result.value)
    return result.error.code === 'lock_timeout' ? 'not known' : result
  } catch (error) {
    context.log.error({ err: error }, 'sale.authorization_failed')
    return 'not known'
  }
}

/**
 * A repeat whose key is bound to a payment: what became of it by now. Nobody is asked for a card, and nothing is
 * charged anew.
 */
export const saleAgain =
  (context: TerminalContext, { hsn, payment_intent_id }: SaleBody & { readonly hsn: string }) =>
  async (paymentId: string): Promise<Result<Payment, ServiceError>> => {
    if (context.running.on(hsn)?.paymentIntentId === payment_intent_id) return err(inProgress())
    const row = await context.store.find<Payment>('payment', paymentId)
    if (row === null) throw new Error(`payment ${paymentId} of an idempotency key is gone`)
    const attempt = await loadAttempt(context.store, row.account_id, paymentId)
    if (!attempt.ok) return attempt
    const reply = { intent: attempt.value.intent.document, payment: attempt.value.payment.document }
    const outcome = outcomeOf(reply)
    return outcome.ok ? ok(reply.payment) : outcome
  }

const noAnswerYet = {
  name: 'display',
  text: 'No answer from the bank yet.\nPlease ask the cashier.',
} as const

/** Section 8: the time is over, and what became of the card is not known yet. The repair job finds out. */
const outcomeUnknown = (intent: PaymentIntent): ServiceError =>
  withIntent(
    serviceError(
      'terminal_timeout',
      `The processor did not answer in time; whether the card was charged is not known yet. Fetch payment intent ${intent.id} until it is no longer processing, and do not charge again.`,
    ),
    intent,
  )

/** Code 900: the repair job was faster, learnt nothing, and took the authorization back. */
const voided = (intent: PaymentIntent): ServiceError =>
  withIntent(
    serviceError(
      'authorization_voided',
      `Nobody could tell how the authorization ended, so it was voided. The card was not charged; payment intent ${intent.id} is open for another try.`,
    ),
    intent,
  )

function showOutcome(run: TerminalRun, payment: Payment, body: SaleBody): Promise<void> {
  const approved = isApproved(payment)
  const partial = approved && isPartialApproval(payment)
  return run.inform({
    name: 'show_outcome',
    approved,
    message: approved ? (partial ? 'Partly approved' : 'Approved') : 'Declined',
    amount: approved ? payment.amount_authorized : payment.amount,
    currency: payment.currency,
    clear_after_ms: body.clear_display_delay ?? 1500,
  })
}
