import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { SessionDocument } from '../checkout/documents.ts'
import { isPastItsTime } from '../checkout/load-session.ts'
import { isoTime } from '../clock.ts'
import { loadIntent, sessionOf } from '../intents/load.ts'
import type { Row } from '../store/store.ts'
import type { PaymentServices } from './payment-services.ts'

export interface OpenIntent {
  readonly intent: Row<PaymentIntent>
  readonly session: Row<SessionDocument> | null
}

/**
 * An intent that is to be paid. That of a checkout session ends with the session's time, whoever pays it, and whether or
 * not that has been written down yet.
 */
export async function loadOpenIntent(
  { store, clock }: Pick<PaymentServices, 'store' | 'clock'>,
  accountId: string,
  id: string,
  param = 'id',
): Promise<Result<OpenIntent, ServiceError>> {
  const intent = await loadIntent(store, accountId, id, param)
  if (!intent.ok) return intent
  const session = await sessionOf(store, intent.value)
  const isOver =
    session !== null &&
    intent.value.document.status === 'created' &&
    isPastItsTime(session.document, clock.verified())
  if (!isOver) return ok({ intent: intent.value, session })
  const end = isoTime(clock.dated(Date.parse(session.document.expires_at)))
  const message = `Payment intent ${id} belongs to checkout session ${session.id}, whose time was over at ${end}. Create another session.`
  return err(serviceError('state_conflict', message, { param }))
}
