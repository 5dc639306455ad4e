import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { SessionDocument } from '../checkout/documents.ts'
import { isPastItsTime } from '../checkout/load-session.ts'
import { loadIntent, sessionOf } from '../intents/load.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { PaymentServices } from './payment-services.ts'

export interface OpenIntent {
  readonly intent: Row<PaymentIntent>
  readonly session: Row<SessionDocument> | null
}

/**
 * Loads an intent to be paid. An intent of a checkout session cannot be paid after the session's expiry, even if that
 * is not recorded yet.
 */
export async function loadOpenIntent(
  services: Pick<PaymentServices, 'store' | 'clock'>,
  accountId: string,
  id: string,
  param: string,
): Promise<Result<OpenIntent, ServiceError>> {
  const intent = await loadIntent(services.store, accountId, id, param)
  return intent.ok ? openIntent(services, intent.value, param) : intent
}

/** Same for an intent that was already read. */
export async function openIntent(
  { store, clock }: Pick<PaymentServices, 'store' | 'clock'>,
  intent: Row<PaymentIntent>,
  param = 'id',
): Promise<Result<OpenIntent, ServiceError>> {
  const session = await sessionOf(store, intent)
  const isOver =
    session !== null &&
    intent.document.status === 'created' &&
    isPastItsTime(session.document, clock.verified())
  if (!isOver) return ok({ intent, session })
  const end = isoTime(clock.dated(Date.parse(session.document.expires_at)))
  const message = `Payment intent ${intent.id} belongs to checkout session ${session.id}, which expired at ${end}. Create another session.`
  return refuse('state_conflict', message, { param })
}
