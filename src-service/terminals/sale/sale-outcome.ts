import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { inProgress } from '../../commit.ts'
import type { AttemptReply } from '../../intents/attempt.ts'
import { loadAttempt, loadIntent } from '../../intents/load.ts'
import type { IdempotencyClaim } from '../../store/store.ts'
import type { TerminalDocument } from '../rows.ts'
import type { TerminalRun } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'
import { withIntent } from '../terminal-errors.ts'
import type { SaleBody } from './sale-rules.ts'

/** The answers of a sale once a card may be with the processor: only what is known by then. */

/** Returns the payment only if the processor has decided; else an error. */
export function outcomeOf(reply: AttemptReply): Result<AttemptReply, ServiceError> {
  if (reply.payment.status === 'processing') return err(outcomeUnknown(reply.intent))
  if (reply.payment.failure_code === 'outcome_unknown_voided') return err(voided(reply.intent))
  return ok(reply)
}

/** Waits for the authorization. If the transaction's time is up first, it continues in the background. */
export async function inTime<Value>(
  context: TerminalContext,
  run: TerminalRun,
  intent: PaymentIntent,
  authorization: Promise<Result<Value, ServiceError>>,
): Promise<Result<Value, ServiceError>> {
  const first = await Promise.race([settled(context, authorization), run.timeIsUp])
  if (first !== 'time is up' && first !== 'not known') return first
  const load = () => loadIntent(context.store, intent.account_id, intent.id, 'payment_intent_id')
  const now = await load()
  if (!now.ok) return now
  if (now.value.document.status !== 'created') return err(outcomeUnknown(now.value.document))
  // Still open: its payment was never started, or was declined or voided just now.
  const late = await settled(context, authorization)
  if (late !== 'not known') return late
  const then = await load()
  if (!then.ok) return then
  // A refusal without the intent means that nothing was charged: only when no payment was started.
  const isBegun = then.value.document.latest_payment?.id !== intent.latest_payment?.id
  return isBegun ? err(outcomeUnknown(then.value.document)) : authorization
}

/**
 * Returns the result if it proves an outcome: a refusal comes before the processor is asked; any other failure may have
 * come after that, and proves nothing.
 */
async function settled<Value>(
  context: TerminalContext,
  authorization: Promise<Result<Value, ServiceError>>,
): Promise<Result<Value, ServiceError> | 'not known'> {
  try {
    const result = await authorization
    return !result.ok && result.error.code === 'lock_timeout' ? 'not known' : result
  } catch (error) {
    context.log.error({ err: error }, 'sale.authorization_failed')
    return 'not known'
  }
}

/**
 * Answers a retry whose key is bound to a payment with that payment's current outcome. It asks for no card and charges
 * nothing.
 */
export const saleAgain =
  (context: TerminalContext, { body, idempotency }: RepeatedSale) =>
  async (paymentId: string): Promise<Result<Payment, ServiceError>> => {
    if (await stillRuns(context, body)) return err(inProgress())
    // Read again: the key may have been read before the sale continued with another payment and ended.
    const record = idempotency === null ? null : await context.store.idempotencyRecord(idempotency.scope)
    if (record?.bound !== paymentId) return err(inProgress())
    const row = await context.store.find<Payment>('payment', paymentId)
    if (row === null) throw new Error(`payment ${paymentId} of an idempotency key is gone`)
    const attempt = await loadAttempt(context.store, row.account_id, paymentId)
    if (!attempt.ok) return attempt
    const reply = { intent: attempt.value.intent.document, payment: attempt.value.payment.document }
    if (reply.payment.failure_code === 'not_sent') return err(nothingSent(body.hsn))
    const outcome = outcomeOf(reply)
    return outcome.ok ? ok(reply.payment) : outcome
  }

interface RepeatedSale {
  readonly body: SaleBody
  readonly idempotency: IdempotencyClaim | null
}

/** Whether the sale still runs on any node: it continues after a soft decline. */
async function stillRuns(context: TerminalContext, { hsn, payment_intent_id }: SaleBody): Promise<boolean> {
  if (context.running.on(hsn)?.paymentIntentId === payment_intent_id) return true
  const terminal = await context.store.find<TerminalDocument>('terminal', hsn)
  const other = terminal === null ? null : await context.operationsOfNodes.elsewhere(terminal)
  return other?.paymentIntentId === payment_intent_id
}

/** Shows an error at the terminal: it contains the intent if the card may have been charged. */
export const informOfError = (run: TerminalRun, error: ServiceError): Promise<void> =>
  run.inform(error.paymentIntent === undefined ? { name: 'clear' } : noAnswerYet(run))

export const noAnswerYet = ({ words }: Pick<TerminalRun, 'words'>) =>
  ({ name: 'display', text: words.noAnswerYet }) as const

/** Section 8: the time is up and the outcome is not known yet. The repair job finds it out. */
const outcomeUnknown = (intent: PaymentIntent): ServiceError =>
  withIntent(
    serviceError(
      'terminal_timeout',
      `The processor did not answer in time, so it is not known yet whether the card was charged. Fetch payment intent ${intent.id} until it is no longer processing, and do not charge again before.`,
    ),
    intent,
  )

/** For a terminal that authorizes by itself: the key was bound before the customer was asked for a card. */
const nothingSent = (hsn: string): ServiceError =>
  serviceError(
    'terminal_cancelled',
    `The sale with this x-idempotency-key ended at terminal ${hsn} without a card. Nothing was charged. Use another key to try again.`,
  )

/** Code 900: the repair job was faster, found no outcome, and voided the authorization. */
const voided = (intent: PaymentIntent): ServiceError =>
  withIntent(
    serviceError(
      'authorization_voided',
      `The outcome of the authorization could not be determined, so it was voided. The card was not charged. You can try to pay payment intent ${intent.id} again.`,
    ),
    intent,
  )
