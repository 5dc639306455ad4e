import type { CallFailure } from '../../src-shared/api/client.ts'
import { isMaybeSent } from '../../src-shared/api/maybe-sent.ts'
import { lacksPublicAddress } from '../../src-shared/api/no-public-address.ts'
import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'
import type { SendReply } from '../../src-shared/api/schemas/message.ts'
import { createPaymentIntentBodySchema } from '../../src-shared/api/schemas/payment-intent.ts'
import { givenBackOf } from '../../src-shared/payments/refundable.ts'
import type { PaymentLink } from '../../src-shared/pos/links/payment-link.ts'
import type { LinkAnswer, LinkRequest } from '../../src-shared/pos/links/payment-link-steps.ts'
import { foundIn } from '../../src-shared/pos/sale/payment-found.ts'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'
import { assertNever, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import { findIntent } from '../sale/find-intent.ts'
import { orderFields } from '../sale/order-fields.ts'
import { isRefundUnanswered } from '../sale/refund-answers.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { hasReplied } from '../service-calls/failures.ts'

export interface LinkRequestContext {
  readonly client: ClientSource
  /** The language of the payer's page and message. */
  readonly language: () => Settings['language']
  readonly log: Log
}

/**
 * Idempotency keys derive from the link, so that a creation repeated after a lost answer or a crash is the same request
 * to the service: one session, one payment.
 */
const linkKeys = {
  create: ({ id }: PaymentLink) => `${id}-create`,
  deliver: ({ id }: PaymentLink) => `${id}-send`,
} as const

/** Sends the request, and returns what the answer means for the link. */
export async function askService(
  context: LinkRequestContext,
  link: PaymentLink,
  request: LinkRequest,
): Promise<LinkAnswer> {
  switch (request) {
    case 'create':
      return create(context, link)
    case 'find':
      return find(context, link)
    case 'look':
      return look(context, link)
    case 'expire':
      return expire(context, link)
    case 'deliver':
      return deliver(context, link)
    default:
      return assertNever(request)
  }
}

const paramsOf = ({ session_id }: PaymentLink) => ({ id: session_id ?? '' })

async function look({ client, log }: LinkRequestContext, link: PaymentLink): Promise<LinkAnswer> {
  const found = await callService(client, 'checkout_sessions.get', { params: paramsOf(link) })
  if (found.ok) return sessionIn(client, found.value)
  if (found.error.kind !== 'refused' || found.error.error.code !== 'resource_missing') {
    return { kind: 'no_answer' }
  }
  log.warn({ link: link.id, session: link.session_id }, 'link.not_known')
  return { kind: 'not_known' }
}

/** A session is complete as soon as something was paid; its intent shows how much. */
async function sessionIn(
  client: LinkRequestContext['client'],
  session: CheckoutSession,
): Promise<LinkAnswer> {
  const { id, status, url } = session
  if (status !== 'complete') return { kind: 'session', session: { id, status, url, paid: null } }
  const intent = await callService(client, 'payment_intents.get', {
    params: { id: session.payment_intent_id },
  })
  if (!intent.ok) return { kind: 'no_answer' }
  const { amount_captured, amount_authorized, latest_payment } = intent.value
  const unanswered = await isRefundUnanswered(client, latest_payment)
  if (!unanswered.ok) return { kind: 'no_answer' }
  if (unanswered.value) return { kind: 'awaits_bank', session_id: id, about: 'refund' }
  const found = latest_payment ? foundIn(latest_payment, true) : null
  if (found?.kind === 'processing') return { kind: 'awaits_bank', session_id: id, about: 'payment' }
  const payment = found?.kind === 'paid' ? { intent_id: intent.value.id, payment: found.payment } : null
  const shown = found === null ? {} : { payment }
  const paid = amount_captured > 0 ? amount_captured - givenBackOf(intent.value) : amount_authorized
  return { kind: 'session', session: { id, status, url, paid, ...shown } }
}

async function create({ client, log }: LinkRequestContext, link: PaymentLink): Promise<LinkAnswer> {
  const { id: reference_id, amount, note, receiver, order, bill } = link
  const currency = createPaymentIntentBodySchema.shape.currency.safeParse(link.currency)
  if (!currency.success) {
    log.warn({ link: link.id, currency: link.currency }, 'link.currency_refused')
    return { kind: 'refused' }
  }
  const created = await callService(client, 'checkout_sessions.create', {
    body: {
      reference_id,
      payment_intent_data: {
        amount,
        currency: currency.data,
        reference_id,
        ...(note === '' ? {} : { description: note }),
        ...orderFields({ order, amount, bill }),
      },
      ...(receiver.kind === 'email' ? { customer_email: receiver.address } : {}),
    },
    idempotencyKey: linkKeys.create(link),
  })
  if (created.ok) return sessionIn(client, created.value)
  const failure = created.error
  if (failure.kind !== 'refused' || !certain.includes(failure.status)) return { kind: 'no_answer' }
  log.warn({ link: link.id, code: failure.error.code }, 'link.refused')
  return { kind: 'refused' }
}

/** Statuses that prove that the request was not done; others may come after it was. */
const certain: readonly number[] = [400, 401, 403, 422]

/** Finds the session by our reference: the intent created in the same commit names it. */
async function find(context: LinkRequestContext, link: PaymentLink): Promise<LinkAnswer> {
  const found = await findIntent(context.client, link.id)
  if (!found.ok) return { kind: 'no_answer' }
  if (found.value === null) return { kind: 'none' }
  const session = found.value.checkout_session_id ?? (await sessionListed(context, link))
  return session === null ? { kind: 'no_answer' } : look(context, { ...link, session_id: session })
}

/** For a service whose intents do not name their sessions: searches the newest sessions for our reference. */
async function sessionListed({ client }: LinkRequestContext, link: PaymentLink): Promise<string | null> {
  const listed = await callService(client, 'checkout_sessions.list', { query: { limit: 50 } })
  if (!listed.ok) return null
  return listed.value.data.find(({ reference_id }) => reference_id === link.id)?.id ?? null
}

/** A session that is being paid at this moment cannot be expired: its next state decides. */
async function expire(context: LinkRequestContext, link: PaymentLink): Promise<LinkAnswer> {
  const expired = await callService(context.client, 'checkout_sessions.expire', {
    params: paramsOf(link),
  })
  return expired.ok ? sessionIn(context.client, expired.value) : look(context, link)
}

async function deliver(
  { client, language, log }: LinkRequestContext,
  link: PaymentLink,
): Promise<LinkAnswer> {
  const { receiver } = link
  const options = { params: paramsOf(link), idempotencyKey: linkKeys.deliver(link) }
  const locale = language()
  const sent =
    receiver.kind === 'sms'
      ? await callService(client, 'checkout_sessions.send_sms', {
          ...options,
          body: { phone_number: receiver.phone_number, locale },
        })
      : await callService(client, 'checkout_sessions.send_email', {
          ...options,
          body: { locale, ...(receiver.kind === 'email' ? { email_override: receiver.address } : {}) },
        })
  if (!sent.ok && isUnderWay(sent.error)) return { kind: 'no_answer' }
  const outcome = outcomeOf(sent)
  if (outcome !== 'sent') {
    const why = sent.ok ? sent.value.message : sent.error.kind === 'refused' ? sent.error.error.code : ''
    log.warn({ link: link.id, outcome, why }, 'link.not_sent')
  }
  return { kind: 'delivered', outcome }
}

/** A repeat with the same key returns the outcome. */
const isUnderWay = (failure: CallFailure): boolean =>
  failure.kind === 'no_answer' || failure.error.code === 'idempotency_in_progress'

type DeliveryOutcome = Extract<LinkAnswer, { kind: 'delivered' }>['outcome']

/** `failed` only where the service reports it; its own fault may have come after the message was sent. */
function outcomeOf(sent: Result<SendReply, CallFailure>): DeliveryOutcome {
  if (sent.ok) return sent.value.success ? 'sent' : isMaybeSent(sent.value.message) ? 'unsure' : 'failed'
  const { error } = sent
  const isLost = error.kind === 'refused' && error.error.code === 'idempotency_answer_lost'
  if (error.kind === 'refused' && lacksPublicAddress(error.error)) return 'not_public'
  return hasReplied(error) && !isLost ? 'failed' : 'unsure'
}
