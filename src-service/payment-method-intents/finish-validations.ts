import type { PaymentMethodIntent } from '../../src-shared/api/schemas/payment-method-intent.ts'
import { startPasses } from '../passes.ts'
import type { Services } from '../services.ts'
import { rowsOf } from '../store/rows-of.ts'
import { validateMethod } from './validate-method.ts'

const everyMs = 30_000
/** Where others share the database one of them may be asking: this much after the processor's own limit, ms. */
const graceMs = 30_000

/**
 * Asks again about the methods whose validation was cut off: at the start, when nobody else can be asking, and then
 * from time to time. @returns the function that stops it; resolves when the pass that is running has ended.
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
 * One pass. One that fails keeps no other from being asked.
 * @param minimumAge those that this process has known for less are left to who began them, ms
 * @param firstSeen since when each method is known, by the steady clock, ms; kept from pass to pass. The row's own time may
 *   be that of a node whose clock is ahead, and every change of the intent moves it.
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
