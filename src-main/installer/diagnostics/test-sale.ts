import type { OperationBody } from '../../../src-shared/api/operations.ts'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import { createPaymentIntentBodySchema } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Language } from '../../../src-shared/language.ts'
import type { DiagnosticFact } from '../../../src-shared/pos/terminals/installer.ts'
import { intentIn } from '../../sale/outcomes.ts'
import { type ClientSource, callService } from '../../service-calls/call-service.ts'
import { detailOf } from '../../service-calls/failures.ts'
import type { PendingReversals } from './pending-reversals.ts'
import { cents, failed, type Report, sizeOf, text, withSignature, yesNo } from './report.ts'
import type { DiagnosticSession } from './session.ts'

type AuthName = 'terminals.auth_card' | 'terminals.auth_manual'

const descriptions: Readonly<Record<Language, string>> = {
  en: 'Test of a terminal; reversed at once',
  es: 'Prueba de una terminal; se anula enseguida',
  fr: 'Essai d’un terminal, annulé aussitôt',
}

/**
 * A sale that tests a terminal: it really charges the card, and is reversed at once. Its intent is on the disk before
 * the card prompt, so that it is reversed also if the app dies in between.
 */
export async function runTestSale(options: {
  readonly client: ClientSource
  readonly session: DiagnosticSession
  readonly reversals: PendingReversals
  readonly name: AuthName
  readonly id: string
  /** Cents. */
  readonly amount: number
  readonly currency: string
  /** The language of the description that the shop sees among its payments. */
  readonly language: Language
  readonly body: Omit<OperationBody<AuthName>, 'hsn' | 'payment_intent_id'>
}): Promise<Report> {
  const { client, session, reversals, id, amount } = options
  const currency = createPaymentIntentBodySchema.shape.currency.safeParse(options.currency)
  if (!currency.success) return failed(`No card is charged in ${options.currency}.`)
  const created = await callService(client, 'payment_intents.create', {
    body: {
      amount,
      currency: currency.data,
      reference_id: id,
      description: descriptions[options.language],
    },
    idempotencyKey: `${id}-create`,
  })
  if (!created.ok) return failed(detailOf(created.error))
  const intentId = created.value.id
  await reversals.add(intentId)
  const body = { ...options.body, payment_intent_id: intentId }
  const paid = await session.run(options.name, body, { idempotencyKey: `${id}-authorize` })
  // Without an answer the terminal may still prompt for a card.
  if (!paid.ok && paid.error.kind === 'no_answer') await session.cancel()
  const returned = await reversals.reverse(intentId)
  const payment = paid.ok ? paid.value : (intentIn(paid.error)?.latest_payment ?? null)
  const facts = [
    cents('amount', amount),
    ...(payment === null ? [] : factsOf(payment)),
    yesNo('returned', returned),
  ]
  if (!paid.ok) return failed(detailOf(paid.error), facts)
  if (!returned)
    return failed('It is not known yet that the money went back; this is tried until it has.', facts)
  const signature = paid.value.terminal_details?.signature ?? null
  const approved = paid.value.status !== 'failed'
  return withSignature(
    { ok: approved, facts, signature: null },
    signature,
    signature === null ? null : sizeOf(signature),
  )
}

function factsOf(payment: Payment): readonly DiagnosticFact[] {
  const card = payment.payment_method?.card
  return [
    text('status', payment.status),
    cents('authorized', payment.amount_authorized),
    ...(payment.auth_code === null ? [] : [text('auth_code', payment.auth_code)]),
    ...(card ? [text('brand', card.brand), text('last_four', card.last_four_digits)] : []),
    ...(payment.entry_mode === null ? [] : [text('entry_mode', payment.entry_mode)]),
    ...(payment.status === 'failed' ? [text('decline', payment.failure_message ?? '')] : []),
    text('payment_id', payment.id),
  ]
}
