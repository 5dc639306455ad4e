import type { Cents } from '../../src-shared/money.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { AtCounter, BillEvent } from '../../src-shared/pos/bill/bill-events.ts'
import { isAtRest, mayBeGivenBack } from '../../src-shared/pos/bill/given-back.ts'
import type { Log } from '../log.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import { notingRefusals } from '../service-calls/noting-refusals.ts'
import { createRefusedThings } from '../service-calls/refused-things.ts'
import { givenBackOfCard } from './given-back-of-card.ts'
import { startWatch } from './watch.ts'

type Seen = Omit<Extract<BillEvent, { kind: 'given_back_seen' }>, 'kind' | 'at' | 'person_id'>

/** Interval between two looks at bills about which the service has not answered yet, in ms. */
const soonMs = 2_000
/** All open bills are looked at on every 30th look. */
const looksBetween = 30

const allIn = (bills: readonly Bill[]): readonly string[] =>
  bills.flatMap((one) => mayBeGivenBack(one).map(({ sale }) => sale.id))

/**
 * Asks the service whether others gave back a card's payment of a bill that is still open: at once after a start, since
 * a full disk may have lost what was known, and then every minute.
 * @returns the function that stops it
 */
export function startGivenBackWatch(options: {
  /** The bill at the counter, if nothing moves there, and the bills that were put aside. */
  readonly counter: () => Pick<AtCounter, 'bill' | 'sale' | 'aside'>
  /** All bills that have not left the counter, including those of parked sales. */
  readonly billsHere: () => readonly Bill[]
  readonly client: ClientSource
  readonly onSeen: (seen: Seen) => void
  /**
   * Called with the sales of the cards that paid before this start, and of which the service has not shown what was given
   * back: what happened meanwhile is unknown. Called when they have changed.
   */
  readonly onUnknown: (saleIds: readonly string[]) => void
  readonly log: Log
  readonly pauseMs?: number
}): () => void {
  const { counter, client, onSeen, onUnknown, log, pauseMs = soonMs } = options
  /** The payments of the bills at rest that the service has shown. */
  const shown = new Set<string>()
  const refused = createRefusedThings(client)
  /** The payments of open bills that are older than this run, and that the service has not shown in it. */
  const awaited = new Set(allIn(options.billsHere()))
  let unknown = ''

  async function look(isStopped: () => boolean, count: number): Promise<void> {
    const { bill, aside, ...rest } = counter()
    const bills = bill === null || !isAtRest(rest) ? aside : [bill, ...aside]
    const asked = allIn(bills)
    for (const id of shown) if (!asked.includes(id)) shown.delete(id)
    const isDue = count % looksBetween === 0
    refused.begin(isDue)
    if (client() !== null) for (const one of bills) await lookAt(one, isStopped, isDue)
    if (!isStopped()) publishUnknown()
  }

  function publishUnknown(): void {
    const open = allIn(options.billsHere())
    const ids = [...awaited].filter((id) => open.includes(id))
    if (ids.join() === unknown) return
    unknown = ids.join()
    onUnknown(ids)
  }

  async function lookAt(bill: Bill, isStopped: () => boolean, isDue: boolean): Promise<void> {
    const given_back: Record<string, Cents> = {}
    let isNews = false
    for (const card of mayBeGivenBack(bill)) {
      const { id } = card.sale
      if (!isDue && (shown.has(id) || refused.has(id))) continue
      const noting = notingRefusals(client)
      const cents = await givenBackOfCard(noting.client, card)
      if (isStopped()) return
      if (cents === null) {
        if (noting.wasRefused()) refused.add(id)
        continue
      }
      shown.add(id)
      awaited.delete(id)
      given_back[id] = cents
      isNews ||= cents > (card.payment.returned ?? 0)
    }
    if (!isNews) return
    log.warn({ bill: bill.number, given_back }, 'bill.given_back_elsewhere')
    onSeen({ bill_id: bill.id, given_back })
  }

  // The first look may take long: a service that hangs gives no answer, and no error.
  const late = setTimeout(publishUnknown, pauseMs).unref()
  const stop = startWatch({
    look,
    pauseMs,
    onError: (error) => log.error({ err: error }, 'bill.given_back_watch_failed'),
  })
  return () => {
    clearTimeout(late)
    stop()
  }
}
