import type { Cents } from '../../src-shared/money.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { AtCounter, BillEvent } from '../../src-shared/pos/bill/bill-events.ts'
import { isAtRest, mayBeGivenBack } from '../../src-shared/pos/bill/given-back.ts'
import type { Log } from '../log.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import { notingRefusals } from '../service-calls/noting-refusals.ts'
import { givenBackOfCard } from './given-back-of-card.ts'
import { startWatch } from './watch.ts'

type Seen = Omit<Extract<BillEvent, { kind: 'given_back_seen' }>, 'kind' | 'at' | 'person_id'>

/** Interval between two looks at bills about which the service has not answered yet, in ms. */
const soonMs = 2_000
/** All open bills are looked at on every 30th look. */
const looksBetween = 30

/**
 * Asks the service whether others gave back a card's payment of a bill that is still open: at once after a start, since
 * a full disk may have lost what was known, and then every minute.
 * @returns the function that stops it
 */
export function startGivenBackWatch(options: {
  /** The bill at the counter, if nothing moves there, and the bills that were put aside. */
  readonly counter: () => Pick<AtCounter, 'bill' | 'sale' | 'aside'>
  readonly client: ClientSource
  readonly onSeen: (seen: Seen) => void
  readonly log: Log
  readonly pauseMs?: number
}): () => void {
  const { counter, client, onSeen, log, pauseMs = soonMs } = options
  /** The payments about which the service has answered in this run. */
  const answered = new Set<string>()

  async function look(isStopped: () => boolean, count: number): Promise<void> {
    const { bill, aside, ...rest } = counter()
    const bills = bill === null || !isAtRest(rest) ? aside : [bill, ...aside]
    const asked = bills.flatMap((one) => mayBeGivenBack(one).map(({ sale }) => sale.id))
    for (const id of answered) if (!asked.includes(id)) answered.delete(id)
    if (client() === null) return
    for (const one of bills) await lookAt(one, isStopped, count % looksBetween === 0)
  }

  async function lookAt(bill: Bill, isStopped: () => boolean, isDue: boolean): Promise<void> {
    const given_back: Record<string, Cents> = {}
    let isNews = false
    for (const card of mayBeGivenBack(bill)) {
      const { id } = card.sale
      if (!isDue && answered.has(id)) continue
      const noting = notingRefusals(client)
      const cents = await givenBackOfCard(noting.client, card)
      if (isStopped()) return
      if (cents !== null || noting.wasRefused()) answered.add(id)
      if (cents === null) continue
      given_back[id] = cents
      isNews ||= cents > (card.payment.returned ?? 0)
    }
    if (!isNews) return
    log.warn({ bill: bill.number, given_back }, 'bill.given_back_elsewhere')
    onSeen({ bill_id: bill.id, given_back })
  }

  return startWatch({
    look,
    pauseMs,
    onError: (error) => log.error({ err: error }, 'bill.given_back_watch_failed'),
  })
}
