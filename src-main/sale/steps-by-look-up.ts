import type { PaymentIntentStatus } from '../../src-shared/api/schemas/payment-intent.ts'
import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { ClientSource } from '../service-calls/call-service.ts'

/** Interval between two looks, in ms. */
const pauseMs = 4_000

/**
 * Reports the customer's progress at the terminal if the service does not: first the wait for the card; then the
 * intent's status shows when the bank is asked and when it has approved.
 * @returns the function that ends it
 */
export function stepsByLookUp(options: {
  readonly client: ClientSource
  readonly sale: SaleFacts
  readonly onStep: (step: Progress) => void
  readonly pauseMs?: number
}): () => void {
  const { client, sale, onStep } = options
  let stopped = false
  let next: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const found = await client()?.call('payment_intents.get', { params: { id: sale.intent_id ?? '' } })
    if (stopped) return
    const step = found?.ok ? steps[found.value.status] : undefined
    if (step !== undefined) onStep(step)
    if (step !== 'approved') later()
  }

  function later(): void {
    next = setTimeout(() => void look().catch(later), options.pauseMs ?? pauseMs)
    next.unref()
  }

  onStep(sale.entry === 'card' ? 'waiting_for_card' : 'entering_card')
  later()
  return () => {
    stopped = true
    clearTimeout(next)
  }
}

const steps: Readonly<Partial<Record<PaymentIntentStatus, Progress>>> = {
  processing: 'authorizing',
  captured: 'approved',
  uncaptured: 'approved',
}
