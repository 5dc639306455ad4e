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

/** What a sale answers, once a card may be with the processor: what is known of it by then, and no more. */

/** Only what the processor has decided is an answer with the payment. */
export function outcomeOf(reply: AttemptReply): Result<AttemptReply, ServiceError> {
  if (reply.payment.status === 'processing') return err(outcomeUnknown(reply.intent))
  if (reply.payment.failure_code === 'outcome_unknown_voided') return err(voided(reply.intent))
  return ok(reply)
}

/** The authorization's end. When the transaction's time is up first, it goes on without us. */
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
  // Open still: its payment was never begun, or was declined or voided this very moment.
  const late = await settled(context, authorization)
  if (late !== 'not known') return late
  const then = await load()
  if (!then.ok) return then
  // A refusal without the intent means that nothing was charged: only where no payment was begun.
  const isBegun = then.value.document.latest_payment?.id !== intent.latest_payment?.id
  return isBegun ? err(outcomeUnknown(then.value.document)) : authorization
}

/** A refusal comes before the processor is asked; any other failure may have come after, and is not an outcome. */
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
 * A repeat whose key is bound to a payment: what became of it by now. Nobody is asked for a card, and nothing is
 * charged anew.
 */
export const saleAgain =
  (context: TerminalContext, { body, idempotency }: RepeatedSale) =>
  async (paymentId: string): Promise<Result<Payment, ServiceError>> => {
    if (await stillRuns(context, body)) return err(inProgress())
    // Read before that: the sale may have gone on with another payment, and have ended, since.
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

/** On this node or another one: a sale goes on after a soft decline. */
async function stillRuns(context: TerminalContext, { hsn, payment_intent_id }: SaleBody): Promise<boolean> {
  if (context.running.on(hsn)?.paymentIntentId === payment_intent_id) return true
  const terminal = await context.store.find<TerminalDocument>('terminal', hsn)
  const other = terminal === null ? null : await context.operationsOfNodes.elsewhere(terminal)
  return other?.paymentIntentId === payment_intent_id
}

/** What the terminal shows after an error: the intent is in it where the card may have been charged. */
export const informOfError = (run: TerminalRun, error: ServiceError): Promise<void> =>
  run.inform(error.paymentIntent === undefined ? { name: 'clear' } : noAnswerYet(run))

export const noAnswerYet = ({ words }: Pick<TerminalRun, 'words'>) =>
  ({ name: 'display', text: words.noAnswerYet }) as const

/** Section 8: the time is over, and what became of the card is not known yet. The repair job finds out. */
const outcomeUnknown = (intent: PaymentIntent): ServiceError =>
  withIntent(
    serviceError(
      'terminal_timeout',
      `The processor did not answer in time; whether the card was charged is not known yet. Fetch payment intent ${intent.id} until it is no longer processing, and do not charge again.`,
    ),
    intent,
  )

/** By a terminal that authorizes by itself, under a key that was bound before anybody was asked for a card. */
const nothingSent = (hsn: string): ServiceError =>
  serviceError(
    'terminal_cancelled',
    `The sale of this x-idempotency-key ended at terminal ${hsn} without a card. Nothing was charged; send another key for another try.`,
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
