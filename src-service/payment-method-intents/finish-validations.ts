import type { PaymentMethodIntent } from '../../src-shared/api/schemas/payment-method-intent.ts'
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
  const { store, clock, processor, log } = services
  const patience = processor.limits.verifyMs + graceMs
  let stopped = false
  let callOff = () => {}
  let running: Promise<void> = Promise.resolve()
  const run = (minimumAge: number) => {
    running = finishValidations(services, minimumAge)
      .catch((error: unknown) => log.error({ err: error }, 'validation.pass_failed'))
      .then(() => {
        if (!stopped) callOff = clock.after(everyMs, () => run(patience))
      })
  }
  run(store.shared ? patience : 0)
  return async () => {
    stopped = true
    callOff()
    await running
  }
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
