import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import { isRecordable } from '../../src-shared/pos/parked/parked-transition.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import { ok } from '../../src-shared/result.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { everyPage } from '../service-calls/pages.ts'
import type { SaleRunner } from './runner.ts'

interface Sources {
  readonly client: ClientSource
  readonly parked: () => readonly ParkedSale[]
  readonly sale: Pick<SaleRunner, 'recordParked'>
  /** The name of the person who is signed in; null if there is none. */
  readonly author: () => string | null
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Records a manager's statement about a parked sale: first as a note at the service, if that knows a payment of the
 * sale, then in the journal. If the service does not answer, only the journal and the audit have it; the counter shows
 * that.
 */
export async function recordParked(
  { client, parked, sale, author, now }: Sources,
  { id, sale_id, finding, text }: PosCommandPayload<'parked.record'>,
): Promise<PosResult<'parked.record'>> {
  const notNow = refuse('not_now', 'it is not being looked up, or was already recorded')
  const one = parked().find(({ state }) => state.sale.id === sale_id)
  if (one === undefined || !isRecordable(one)) return notNow
  const by = author()
  const paymentId = await paymentOf(client, one)
  const body = { text, finding, ...(by === null ? {} : { author: by }) }
  const added =
    paymentId !== null &&
    (await callService(client, 'payment_notes.create', {
      params: { id: paymentId },
      body,
      idempotencyKey: id,
    }))
  const at_service = added !== false && added.ok
  const record = { finding, text, author: by, at: new Date(now()).toISOString(), at_service }
  return sale.recordParked(sale_id, record) ? ok(null) : notNow
}

/** The id of the sale's newest payment that the service knows; null if there is none. */
async function paymentOf(client: ClientSource, { state }: ParkedSale): Promise<string | null> {
  if ('payment' in state && state.payment !== null) return state.payment.payment_id
  const { intent_id } = state.sale
  if (intent_id === null) return null
  const found = await everyPage((query) =>
    callService(client, 'payment_intents.list_payments', { params: { id: intent_id }, query }),
  )
  if (!found.ok) return null
  const newest = found.value.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0]
  return newest?.id ?? null
}
