import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type {
  FoundPayment,
  PaymentSearch,
  PaymentSearchResult,
} from '../../src-shared/pos/manager/manager.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import { intentOf, isWanted, rowOf } from './found-payments.ts'

/** Maximum number of refunds, the newest: there are rarely any. */
const most = 20

/**
 * Payments of all counters with a refund whose outcome only a person can find out. This operation is our extension: a
 * service that follows only the specification refuses it, and has no such refunds. They appear only on the first page
 * and without a search for words.
 */
export async function openRefunds(
  client: ClientSource,
  search: PaymentSearch,
): Promise<Result<readonly FoundPayment[], CommandRefusal>> {
  const { page, after, reference, field } = search
  if (page !== 1 || after !== undefined || reference !== undefined || field !== undefined) return ok([])
  const found = await callService(client, 'refunds.list_unresolved', { query: { limit: most } })
  if (!found.ok) return found.error.kind === 'refused' ? ok([]) : err(serviceRefusal(found.error))
  const rows: FoundPayment[] = []
  for (const [paymentId, refund_unknown] of amountsByPayment(found.value.data)) {
    const intent = await intentOf(client, paymentId)
    if (!intent.ok) return err(serviceRefusal(intent.error))
    const row = { ...rowOf(intent.value), refund_unknown }
    if (isWanted(row, search) && isWithin(row, search)) rows.push(row)
  }
  return ok(rows)
}

/** Sums of cents. */
function amountsByPayment(refunds: readonly Refund[]): ReadonlyMap<string, number> {
  const amounts = new Map<string, number>()
  for (const { payment_id, amount } of refunds)
    amounts.set(payment_id, (amounts.get(payment_id) ?? 0) + amount)
  return amounts
}

const isWithin = ({ created_at }: FoundPayment, { created_from, created_to }: PaymentSearch): boolean =>
  (created_from === undefined || Date.parse(created_at) >= Date.parse(created_from)) &&
  (created_to === undefined || Date.parse(created_at) <= Date.parse(created_to))

/** Puts them first, so that the cursor of the list stays its own last payment. */
export function withOpenRefunds(
  found: PaymentSearchResult,
  refunds: readonly FoundPayment[],
): PaymentSearchResult {
  const listed = new Set(refunds.map(({ intent_id }) => intent_id))
  const others = found.rows.filter(({ intent_id }) => !listed.has(intent_id))
  const twice = found.rows.length - others.length
  return { ...found, rows: [...refunds, ...others], total: found.total + refunds.length - twice }
}
