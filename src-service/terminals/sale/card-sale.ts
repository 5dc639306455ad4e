import type { ServiceError } from '../../../src-shared/api/errors.ts'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { isTap } from '../../../src-shared/payments/entry-mode.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { CardData } from '../../../src-shared/terminal/card-encryption.ts'
import { authorizeCardPresent } from '../../authorize/authorize-card-present.ts'
import type { AttemptReply } from '../../intents/attempt.ts'
import { loadIntent } from '../../intents/load.ts'
import type { TerminalRow } from '../rows.ts'
import type { TerminalRun } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'
import { afterOutcome } from './after-outcome.ts'
import { decryptCard, promptForCard, type ReadCard, type WantedWay } from './card-prompts.ts'
import { receiptFor } from './receipt-data.ts'
import type { Attempt, CardPrompt, Sale, SaleRequest } from './sale.ts'
import { informOfError, inTime, noAnswerYet, outcomeOf } from './sale-outcome.ts'
import { refuseBeforePrompt } from './sale-rules.ts'
import { sellAtTerminal } from './sell-at-terminal.ts'
import { showOutcome } from './show-outcome.ts'

interface Presented {
  readonly intent: PaymentIntent
  readonly read: ReadCard
  readonly card: CardData
}

/**
 * A sale at a terminal. If the processor has its own terminals, they read and charge in one call (sell-at-terminal.ts).
 * Otherwise sending the card to the processor is the point of no return: before it every failure means "nothing was
 * charged", after it only the processor's answer decides.
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

  const { terminals } = context.processor
  const charge = async (intent: PaymentIntent, wants: WantedWay | null) => {
    const sale = { intent, body, idempotency, prompt }
    try {
      return terminals === undefined
        ? await readAndCharge(context, run, sale, wants)
        : await sellAtTerminal(context, run, { ...sale, terminals }, wants)
    } catch (error) {
      // The failure may have come after the processor was asked.
      await run.inform(noAnswerYet(run))
      throw error
    }
  }
  const asked = { chip: 0, pin: 0 }
  let attempt = await charge(intent.value.document, null)
  for (;;) {
    if (!attempt.ok) return attempt
    const wants = wantedWay(attempt.value, run.terminal)
    if (wants === null || asked[wants] === mostTries || !run.operation.enter('stoppable')) break
    asked[wants] += 1
    const again = await charge(attempt.value.reply.intent, wants)
    // Without a second card the first answer is final: declined.
    if (!again.ok && again.error.paymentIntent === undefined) break
    attempt = again
  }
  run.operation.enter('settled')
  const { reply, chip, pin } = attempt.value
  await showOutcome(run, reply.payment, body)
  return ok(await afterOutcome(context, run, reply, { body, chip, pin }))
}

/**
 * How often the customer is asked for the entry mode or PIN that the bank requires; three tries, as is usual for PINs.
 */
const mostTries = 3

async function readAndCharge(
  context: TerminalContext,
  run: TerminalRun,
  { intent, body, idempotency, prompt }: Sale,
  wants: WantedWay | null,
): Promise<Result<Attempt, ServiceError>> {
  const read = await promptForCard(run, body.hsn, prompt(intent, wants))
  if (!read.ok) return err(run.refusal(read.error))
  const decrypted = await decryptCard(context, body.hsn, read.value)
  if (!decrypted.ok) return decrypted
  // In a telephone authorization the PIN cannot be checked; a chip checks it by itself.
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
    await informOfError(run, authorized.error)
    return authorized
  }
  return ok({ reply: authorized.value, chip, entryMode, pin: card.pin !== undefined })
}

/**
 * Returns how the bank would approve the card that it declined; null when it would not, or the terminal does not
 * support it.
 */
function wantedWay(
  { reply: { payment }, entryMode, pin }: Attempt,
  { document: { device_capabilities: hardware } }: TerminalRow,
): WantedWay | null {
  if (payment.gateway_response.retryable !== 'now' || !hardware.emv) return null
  if (payment.failure_code === 'insert_card') return entryMode !== null && isTap(entryMode) ? 'chip' : null
  return payment.failure_code === 'pin_required' && !pin && hardware.pin_pad ? 'pin' : null
}

/** Asks the processor. If the transaction's time is up first, the authorization continues in the background. */
async function authorize(
  context: TerminalContext,
  run: TerminalRun,
  { body, idempotency }: SaleRequest,
  { intent, read: { card: _encrypted, binding: _binding, ...read }, card }: Presented,
): Promise<Result<AttemptReply, ServiceError>> {
  const receiptData = await receiptFor(context, intent, body, read.cardholderName)
  const authorization = authorizeCardPresent(context, {
    ...read,
    hsn: run.terminal.id,
    // Section 4.4 treats a card typed on the terminal as card-present; so does terminal_details.
    cardPresent: true,
    card,
    receiptData,
    showBin: body.bin ?? false,
    accountId: intent.account_id,
    intentId: intent.id,
    // The customer agreed to this amount on the screen: if it has changed, the sale is refused and nothing is charged.
    agreedAmount: intent.amount,
    idempotency,
    guard: run.guard,
    ...(body.auth_code === undefined ? {} : { authCode: body.auth_code }),
  })
  const authorized = await inTime(context, run, intent, authorization)
  return authorized.ok ? outcomeOf(authorized.value) : authorized
}

const withoutPin = ({ pin: _, ...card }: CardData): CardData => card
