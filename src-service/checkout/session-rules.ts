import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { UpdateCheckoutSessionBody } from '../../src-shared/api/schemas/checkout-session.ts'
import { maximumAmount } from '../../src-shared/money.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { mostSurcharge } from '../surcharge/session-surcharge.ts'
import { shareOf } from '../surcharge/surcharge.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext } from '../use-case.ts'
import type { SessionDocument } from './documents.ts'

type SentTypes = Pick<UpdateCheckoutSessionBody, 'payment_method_types' | 'payment_rail_types'>
type Sent = Pick<
  UpdateCheckoutSessionBody,
  'payment_intent_data' | 'payment_method_types' | 'payment_rail_types' | 'subtotal' | 'discount_amount'
>

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item))

/** Refuses two different lists in the two places where a list may be sent. @returns null if they do not differ. */
export function refuseTypes(body: Pick<Sent, 'payment_intent_data'> & SentTypes): ServiceError | null {
  for (const name of ['payment_method_types', 'payment_rail_types'] as const) {
    const [own, ofIntent] = [body[name], body.payment_intent_data?.[name]]
    if (own === undefined || ofIntent === undefined || same(own, ofIntent)) continue
    return serviceError(
      'parameter_invalid',
      `${name} (${own.join(', ')}) and payment_intent_data.${name} (${ofIntent.join(', ')}) differ. Send only one of them.`,
      { param: name },
    )
  }
  return null
}

/** Section 4.2 allows a surcharge of 0 to 3 per cent; one in cents may not be higher (docs/decisions/0040). */
const mostPercent = 3

/**
 * Refuses a surcharge that is too high, or with which the amount could exceed the maximum amount.
 * @param sent the fields of the request; the error names one of them
 */
export function refuseSurcharge(
  { amount, surcharge }: Pick<SessionDocument, 'amount' | 'surcharge'>,
  sent: Sent & Pick<UpdateCheckoutSessionBody, 'surcharge'>,
): ServiceError | null {
  const most = shareOf(amount, mostPercent)
  if (surcharge.type === 'fixed' && surcharge.amount > most) {
    return serviceError(
      'parameter_invalid',
      `The surcharge of ${surcharge.amount} cents exceeds ${mostPercent} percent of the amount of ${amount} cents. Send at most ${most} cents.`,
      { param: sent.surcharge === undefined ? amountField(sent) : 'surcharge.amount' },
    )
  }
  if (amount + mostSurcharge(surcharge, amount) <= maximumAmount) return null
  return serviceError(
    'amount_too_large',
    `The amount of ${amount} cents plus its surcharge is more than ${maximumAmount} cents. Send a smaller amount.`,
    { param: 'surcharge' },
  )
}

/** Tolerance for created_at, in ms: it is wall-clock time, which drifts from verified time. */
const driftMs = 1_000

/**
 * Returns the expiry that an update sets, in verified time; the client sends it in the wall-clock time that it is
 * shown. Section 7: the window begins at the session's creation, so that updates cannot keep a link valid for ever.
 */
export function expiryAfter(
  { expires_at, opened_at }: Pick<SessionDocument, 'expires_at' | 'opened_at'>,
  requested: string | undefined,
  { verified, dated }: Pick<DecisionContext, 'verified' | 'dated'>,
  windowMs: number,
): Result<string, ServiceError> {
  if (requested === undefined) return ok(expires_at)
  const doubted = dated(verified) - verified
  const [at, last] = [Date.parse(requested) - doubted, opened_at + windowMs]
  if (at > verified && at <= last + driftMs) return ok(isoTime(at))
  const rule = at > verified ? `${isoTime(dated(last))} or earlier` : 'in the future'
  return refuse('expires_at_invalid', `expires_at ${requested} must be ${rule}.`, { param: 'expires_at' })
}

/** Returns the amounts after an update, or why they are invalid. */
export function amountsAfter(
  session: Pick<SessionDocument, 'subtotal' | 'discount_amount'>,
  body: Pick<Sent, 'payment_intent_data' | 'subtotal' | 'discount_amount'>,
): Result<Pick<SessionDocument, 'amount' | 'subtotal' | 'discount_amount'>, ServiceError> {
  const ofIntent = body.payment_intent_data?.amount
  if (body.subtotal !== undefined && ofIntent !== undefined && body.subtotal !== ofIntent) {
    const message = `subtotal ${body.subtotal} and payment_intent_data.amount ${ofIntent} differ. Send only one of them.`
    return refuse('parameter_invalid', message, { param: 'subtotal' })
  }
  const subtotal = body.subtotal ?? ofIntent ?? session.subtotal
  const discount_amount = body.discount_amount ?? session.discount_amount
  if (discount_amount < subtotal) return ok({ amount: subtotal - discount_amount, subtotal, discount_amount })
  const param = amountField(body)
  if (discount_amount === subtotal) return err(nothingToCharge(param))
  const message = `discount_amount ${discount_amount} is more than the subtotal of ${subtotal} cents. Send at most the subtotal.`
  return refuse('parameter_invalid', message, { param })
}

/** Returns the field of the request that determines the amount. */
function amountField(body: Pick<Sent, 'payment_intent_data' | 'subtotal' | 'discount_amount'>): string {
  if (body.discount_amount !== undefined) return 'discount_amount'
  return body.subtotal === undefined && body.payment_intent_data !== undefined
    ? 'payment_intent_data.amount'
    : 'subtotal'
}

/** A session over 0 cents cannot be paid, and a surcharge is never charged alone. */
export const nothingToCharge = (param: string): ServiceError =>
  serviceError(
    'parameter_invalid',
    'The amount of the session would be 0 cents. Send an amount of at least 1 cent.',
    {
      param,
    },
  )

/** Returns an error of the session's intent with the name of the field in the session's request. */
export function ofIntentData(error: ServiceError, sent: Sent): ServiceError {
  const { param } = error
  if (param === undefined) return error
  const { payment_intent_data: data = {} } = sent
  const name = param.split('.')[0] ?? param
  if (Object.hasOwn(data, name)) return { ...error, param: `payment_intent_data.${param}` }
  if (Object.hasOwn(sent, name)) return error
  // The amount that the rules found too small is computed from these fields.
  if (sent.discount_amount !== undefined) return { ...error, param: 'discount_amount' }
  if (sent.subtotal !== undefined) return { ...error, param: 'subtotal' }
  return { ...error, param: `payment_intent_data.${param}` }
}

/** Maximum number of failed payments on a page, so that it cannot be used to test stolen cards. */
const mostFailures = 10

export const hasTriesLeft = ({ failed_payments }: Pick<SessionDocument, 'failed_payments'>): boolean =>
  failed_payments < mostFailures

export function refuseTooManyTries(session: SessionDocument): ServiceError | null {
  if (hasTriesLeft(session)) return null
  const message = `Checkout session ${session.id} had ${mostFailures} failed attempts. Ask the merchant for another link.`
  return serviceError('state_conflict', message, { param: 'id' })
}
