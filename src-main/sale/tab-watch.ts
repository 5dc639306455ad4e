import type { PaymentIntentStatus } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Tab, TabStatus } from '../../src-shared/pos/bill/tab.ts'
import type { Log } from '../log.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { notingRefusals } from '../service-calls/noting-refusals.ts'
import { createRefusedThings } from '../service-calls/refused-things.ts'
import { startWatch } from './watch.ts'

/** Interval between two looks at the tabs of unknown status, in ms. */
const soonMs = 2_000
/** All tabs are looked at on every 30th look, and only then those that the service did not show. */
const looksBetween = 30

/**
 * Asks the service whether each tab's card is still held: at once after a start, then every minute, because a hold
 * expires and others may capture or release it. Without an answer the tab keeps its status.
 * @returns the function that stops it
 */
export function startTabWatch(options: {
  readonly tabs: () => readonly Tab[]
  readonly client: ClientSource
  readonly onSeen: (tabId: string, found: TabStatus) => void
  readonly log: Log
  readonly pauseMs?: number
}): () => void {
  const { tabs, client, onSeen, log, pauseMs = soonMs } = options
  const refused = createRefusedThings(client)

  async function look(isStopped: () => boolean, count: number): Promise<void> {
    const isDue = count % looksBetween === 0
    refused.begin(isDue)
    const asked = tabs().filter(({ status, sale }) =>
      status === 'unknown' ? !refused.has(sale.id) : status !== 'ended' && isDue,
    )
    for (const tab of asked) {
      const noting = notingRefusals(client)
      const found = await statusOf(noting.client, tab)
      if (isStopped()) return
      if (noting.wasRefused()) refused.add(tab.sale.id)
      if (found === null || found === tab.status) continue
      log.info({ tab: tab.sale.id, intent_id: tab.sale.intent_id, found }, 'tab.status')
      onSeen(tab.sale.id, found)
    }
  }

  return startWatch({
    look,
    pauseMs,
    onError: (error) => log.error({ err: error }, 'tab.watch_failed'),
  })
}

/** Null if the service does not answer, or the intent's status does not decide it. */
async function statusOf(client: ClientSource, { sale }: Tab): Promise<TabStatus | null> {
  if (client() === null) return null
  const found = await callService(client, 'payment_intents.get', { params: { id: sale.intent_id ?? '' } })
  return found.ok ? meanings[found.value.status] : null
}

const meanings: Readonly<Record<PaymentIntentStatus, TabStatus | null>> = {
  uncaptured: 'held',
  captured: 'captured',
  cancelled: 'ended',
  failed: 'ended',
  // The bank is being asked, or never was.
  processing: null,
  pending: null,
  created: null,
}
