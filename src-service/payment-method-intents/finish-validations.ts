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
  const passes = { everyMs, failed: 'validation.pass_failed', level: 'error' } as const
  return startPasses(services, passes, async () => {
    const youngest = minimumAge
    minimumAge = patience
    await finishValidations(services, youngest)
  })
}

/** One pass. One that fails keeps no other from being asked. @param minimumAge younger ones are left to who began them, ms */
export async function finishValidations(services: Services, minimumAge: number): Promise<void> {
  const { store, clock, log } = services
  const where = [{ column: 'status', is: '=', value: 'processing' }] as const
  for await (const row of rowsOf<PaymentMethodIntent>(store, 'payment_method_intent', { where })) {
    const method = row.document.payment_method
    if (method === null || clock.now() - row.updated_at < minimumAge) continue
    try {
      await validateMethod(services, method)
    } catch (error) {
      log.error({ err: error, payment_method_intent_id: row.id }, 'validation.failed')
    }
  }
}
