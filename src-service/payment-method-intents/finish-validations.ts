import type { PaymentMethodIntent } from '../../src-shared/api/schemas/payment-method-intent.ts'
import type { Services } from '../services.ts'
import { rowsOf } from '../store/rows-of.ts'
import { startPasses } from '../time/passes.ts'
import { validateMethod } from './validate-method.ts'

const everyMs = 30_000
/** Added to the processor's limit, in ms, because another node that shares the database may still be asking. */
const graceMs = 30_000

/**
 * Repeats validations that were interrupted, at the start and then periodically. The first pass has no minimum age: at
 * the start no request can be in progress, unless the database is shared.
 * @returns a function that stops it and resolves when the current pass has ended.
 */
export function startFinishingValidations(services: Services): () => Promise<void> {
  const { store, processor } = services
  const patience = processor.limits.verifyMs + graceMs
  let minimumAge = store.shared ? patience : 0
  const firstSeen = new Map<string, number>()
  const passes = { everyMs, failed: 'validation.pass_failed', level: 'error' } as const
  return startPasses(services, passes, async () => {
    const youngest = minimumAge
    minimumAge = patience
    await finishValidations(services, youngest, firstSeen)
  })
}

/**
 * Runs one pass. A method that fails does not stop the others.
 * @param minimumAge methods that this process has seen for a shorter time are left to the request that began them, ms
 * @param firstSeen when each method was first seen, in ms of the monotonic clock; kept from pass to pass. The row's own
 *   time may be of a node whose clock is ahead, and every change of the intent updates it.
 */
export async function finishValidations(
  services: Services,
  minimumAge: number,
  firstSeen: Map<string, number>,
): Promise<void> {
  const { store, clock, log } = services
  const found = new Set<string>()
  const where = [{ column: 'status', is: '=', value: 'processing' }] as const
  for await (const row of rowsOf<PaymentMethodIntent>(store, 'payment_method_intent', { where })) {
    const method = row.document.payment_method
    if (method === null) continue
    found.add(method.id)
    const seen = firstSeen.get(method.id) ?? clock.steady()
    firstSeen.set(method.id, seen)
    if (clock.steady() - seen < minimumAge) continue
    try {
      await validateMethod(services, method)
    } catch (error) {
      log.error({ err: error, payment_method_intent_id: row.id }, 'validation.failed')
    }
  }
  for (const id of firstSeen.keys()) if (!found.has(id)) firstSeen.delete(id)
}
