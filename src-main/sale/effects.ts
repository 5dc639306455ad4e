import { setTimeout as sleep } from 'node:timers/promises'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { createPaymentIntentBodySchema } from '../../src-shared/api/schemas/payment-intent.ts'
import { chargedOf } from '../../src-shared/pos/sale/charged.ts'
import { foundInAnswer, paymentFound } from '../../src-shared/pos/sale/payment-found.ts'
import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'
import type { SaleAnswer, SaleEffect, SaleEffectIn } from '../../src-shared/pos/sale/sale-events.ts'
import { saleKeys } from '../../src-shared/pos/sale/sale-keys.ts'
import { outcomeText } from '../../src-shared/pos/terminals/terminal-words.ts'
import { assertNever, ok } from '../../src-shared/result.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import { questionWords } from '../../src-shared/terminal/question-words.ts'
import { pause } from '../async/pause.ts'
import { callService } from '../service-calls/call-service.ts'
import { detailOf, reasonOf, type TerminalFailure } from '../service-calls/failures.ts'
import { captureIntent } from './capture.ts'
import { askConsent, payByToken, readCard, signsForToken } from './card-token.ts'
import type { EffectContext } from './effect-context.ts'
import { findIntent } from './find-intent.ts'
import { orderFields } from './order-fields.ts'
import { endOfFailure, intentIn } from './outcomes.ts'
import { isRefundUnanswered } from './refund-answers.ts'
import { stepsByLookUp } from './steps-by-look-up.ts'
import { abandonIntent, voidIntent } from './void-intent.ts'

/** Time until an outcome is drawn on the screen, in ms. */
const outcomeMs = 40

/** Performs an effect and returns its result for the sale. Null if the sale does not wait for a result. */
export async function performEffect(context: EffectContext, effect: SaleEffect): Promise<SaleAnswer | null> {
  switch (effect.kind) {
    case 'create_intent':
      return createIntent(context, effect.sale)
    case 'ask_tip':
      return askTip(context, effect)
    case 'read_card':
      return readCard(context, effect.sale)
    case 'ask_consent':
      return askConsent(context, effect)
    case 'update_intent':
      return updateIntent(context, effect.sale)
    case 'authorize':
      return { kind: 'authorization_ended', end: await authorize(context, effect.sale) }
    case 'look_up':
      return lookUp(context, effect)
    case 'wait':
      await pause(effect.ms)
      return { kind: 'waited' }
    case 'read_approval':
      return readApproval(context, effect.sale)
    case 'void_intent':
      return voidIntent(context.client, effect)
    case 'capture_intent':
      return captureIntent(context, effect)
    case 'cancel_intent':
      return abandonIntent(context, effect)
    case 'load_receipt':
      // The outcome is drawn first: drawing both in one frame would delay it.
      await sleep(outcomeMs)
      return context.receipts.load(effect.sale, effect.payment_id)
    case 'print_receipt':
      return printReceipt(context, effect)
    case 'cancel_terminal':
      context.displayTips.cancel()
      await context.terminal.cancel()
      return null
    case 'park':
      // The runner adds it to the parked sales.
      return null
    case 'show_outcome':
      await context.terminal.run('terminals.display', {
        text: outcomeText(effect.outcome.language ?? context.language(), effect.outcome),
      })
      return null
    case 'clear_terminal':
      await context.terminal.run('terminals.display', { text: '' })
      return null
    default:
      return assertNever(effect)
  }
}

async function createIntent(context: EffectContext, sale: SaleFacts): Promise<SaleAnswer> {
  const { client } = context
  // The tip of a tab is given when it is closed.
  const tips = sale.tab === null ? context.tips() : null
  const currency = createPaymentIntentBodySchema.shape.currency.safeParse(sale.currency)
  if (!currency.success) {
    return { kind: 'create_failed', reason: 'refused', detail: `No card is charged in ${sale.currency}.` }
  }
  // An earlier attempt may have created it; the service repeats its answer for the same key only within an hour.
  const earlier = sale.attempt > 1 ? await findIntent(client, sale.id) : null
  if (earlier?.ok && earlier.value?.status === 'created') {
    return { kind: 'intent_created', intent_id: earlier.value.id, tips }
  }
  const created = await callService(client, 'payment_intents.create', {
    body: {
      amount: sale.amount,
      currency: currency.data,
      reference_id: sale.id,
      ...(sale.note === '' ? {} : { description: sale.note }),
      ...(sale.customer === null ? {} : { customer_id: sale.customer.id }),
      ...(sale.tab === null ? orderFields(sale) : { capture: false }),
      user_fields: context.seller(sale),
    },
    idempotencyKey: saleKeys.create(sale),
  })
  if (!created.ok) return { kind: 'create_failed', ...why(created.error) }
  return { kind: 'intent_created', intent_id: created.value.id, tips }
}

async function askTip(
  { terminal, displayTips, language }: EffectContext,
  { sale, tips }: SaleEffectIn<'ask_tip'>,
): Promise<SaleAnswer> {
  if (!terminal.hasScreen()) return displayTips.ask(sale, tips)
  const asked = await terminal.run('terminals.tip', {
    prompt: questionWords[sale.customer?.locale ?? language()].tip,
    amount: sale.amount,
    include_custom_tip_amount: tips.custom,
    ...(tips.presets.length === 0 ? {} : { tip_percent_presets: [...tips.presets] }),
  })
  if (!asked.ok) return { kind: 'tip_failed', ...why(asked.error) }
  return { kind: 'tip_chosen', tip: Number(asked.value.tip) }
}

async function updateIntent({ client }: EffectContext, sale: SaleFacts): Promise<SaleAnswer> {
  const updated = await callService(client, 'payment_intents.update', {
    params: { id: sale.intent_id ?? '' },
    body: {
      amount: chargedOf(sale),
      tip_amount: sale.tip,
      ...(sale.surcharge_sent ? { surcharge_amount: sale.surcharge } : {}),
    },
    idempotencyKey: sale.surcharge_sent ? saleKeys.surcharge(sale) : saleKeys.tip(sale),
  })
  return updated.ok ? { kind: 'intent_updated' } : { kind: 'update_failed', ...why(updated.error) }
}

async function authorize(context: EffectContext, sale: SaleFacts) {
  const { terminal, receipts } = context
  if (sale.token !== null) return payByToken(context, sale, sale.token)
  const body = { payment_intent_id: sale.intent_id ?? '' }
  const options = { idempotencyKey: saleKeys.authorize(sale) }
  const stop = terminal.reportsSteps()
    ? null
    : stepsByLookUp({ ...context, sale, onStep: onStepOf(context, sale) })
  const answer =
    sale.entry === 'card'
      ? // The amount is shown beside the prompt: presenting the card confirms it, and saves the customer a touch.
        await terminal.run('terminals.auth_card', { ...body, confirm_amount: false }, options)
      : // For a card that was not read the bank asks for both.
        await terminal.run(
          'terminals.auth_manual',
          { ...body, include_cvv: true, include_avs: true },
          options,
        )
  stop?.()
  const pad = terminal.hasSignaturePad()
  if (answer.ok) {
    receipts.remember(answer.value)
    return foundInAnswer(answer.value, pad)
  }
  const latest = intentIn(answer.error)?.latest_payment
  if (latest) receipts.remember(latest)
  return endOfFailure(answer.error, pad)
}

const onStepOf =
  ({ onStep }: EffectContext, { intent_id }: SaleFacts) =>
  (step: Progress) =>
    onStep(intent_id ?? '', step)

/** If the terminal waits for nothing more, the command is answered sooner than this, in ms. */
const answerMs = 25

/**
 * Reads the approval while the terminal waits for the signature. Null if the payment is not shown as paid: the
 * command's own answer follows.
 */
async function readApproval(context: EffectContext, sale: SaleFacts): Promise<SaleAnswer | null> {
  await sleep(answerMs)
  const now = context.state()
  const isWaiting = now.kind === 'authorizing' && now.sale.id === sale.id && now.sale.attempt === sale.attempt
  if (!isWaiting) return null
  const shown = await lookUp(context, { kind: 'look_up', sale, confirm: false })
  if (shown.kind !== 'looked_up' || shown.found.kind !== 'paid') return null
  return { kind: 'approval_read', payment: shown.found.payment }
}

/** Asks first whether the terminal is idle, then what the service has: in the other order it would prove nothing. */
async function lookUp(
  { client, terminal, receipts }: EffectContext,
  { sale, confirm }: SaleEffectIn<'look_up'>,
): Promise<SaleAnswer> {
  // A card that was read before is charged without the terminal, so an idle terminal proves nothing.
  const idle = confirm && sale.token === null && (await terminal.isIdle(sale.hsn))
  const known = sale.intent_id === null ? await findIntent(client, sale.id) : ok({ id: sale.intent_id })
  if (!known.ok) return lookUpFailed(known.error)
  if (known.value === null) return notFound
  const params = { id: known.value.id }
  const intent = await callService(client, 'payment_intents.get', { params })
  if (!intent.ok) return lookUpFailed(intent.error)
  const payments = await callService(client, 'payment_intents.list_payments', {
    params,
    query: { limit: 50 },
  })
  if (!payments.ok) return lookUpFailed(payments.error)
  const all: readonly Payment[] = payments.value.data
  for (const payment of all) {
    receipts.remember(payment)
    const unanswered = await isRefundUnanswered(client, payment)
    if (!unanswered.ok) return lookUpFailed(unanswered.error)
    if (unanswered.value) {
      return { kind: 'looked_up', found: { kind: 'processing' }, idle, intent_id: params.id }
    }
  }
  const found = paymentFound(
    intent.value,
    all,
    sale.failed_payments,
    sale.token === null ? terminal.hasSignaturePad() : !signsForToken(sale.token),
  )
  return { kind: 'looked_up', found, idle, intent_id: params.id }
}

/** An empty search result proves as little as a 404: see `lookUpFailed`. */
const notFound: SaleAnswer = {
  kind: 'look_up_failed',
  refused: true,
  detail: 'The service knows no payment intent with this reference.',
}

/**
 * A refusal proves nothing about the money. Neither does a 404: with an API key that no longer reaches the account, or
 * a database restored from a backup, the service answers 404 for a captured payment.
 */
function lookUpFailed(failure: TerminalFailure): SaleAnswer {
  const refused = failure.kind === 'refused' && [401, 403, 404].includes(failure.status)
  return { kind: 'look_up_failed', refused, detail: detailOf(failure) }
}

async function printReceipt(
  { terminal, log }: EffectContext,
  { payment_id, signed }: SaleEffectIn<'print_receipt'>,
): Promise<SaleAnswer> {
  const printed = await terminal.run('terminals.print_receipt', {
    payment_id,
    ...(signed ? { print_extra_receipt: true } : {}),
  })
  if (!printed.ok) log.warn({ detail: detailOf(printed.error), payment_id }, 'sale.receipt_not_printed')
  return { kind: 'printed', ok: printed.ok }
}

const why = (failure: TerminalFailure) => ({ reason: reasonOf(failure), detail: detailOf(failure) })
