import type { GiftCardEntry } from '../../src-shared/api/schemas/gift-card.ts'
import type { Cents } from '../../src-shared/money.ts'
import { givenBackOf } from '../../src-shared/payments/refundable.ts'
import { isAskingGiftCard, isWaiting } from '../../src-shared/pos/bill/balance.ts'
import type { Bill, Tender } from '../../src-shared/pos/bill/bill.ts'
import type { BillEvent } from '../../src-shared/pos/bill/bill-events.ts'
import { receiptNumberOf } from '../../src-shared/pos/bill/receipt-number-of.ts'
import { isUndecided, nameInService } from '../../src-shared/pos/bill/restored.ts'
import { assertNever } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { notingRefusals } from '../service-calls/noting-refusals.ts'
import { pagesOf, pagesUntil } from '../service-calls/pages.ts'
import { createRefusedThings } from '../service-calls/refused-things.ts'
import { searchPages } from '../service-calls/search-pages.ts'
import { givenBackOfCard } from './given-back-of-card.ts'
import { isRefundUnanswered } from './refund-answers.ts'
import type { SaleRunner } from './runner.ts'
import { startWatch } from './watch.ts'

type Seen = Omit<Extract<BillEvent, { kind: 'restored_seen' }>, 'kind' | 'at' | 'person_id'>

/** Interval between two looks, in ms. */
const lookAgainMs = 2_000
/** A bill of which the service does not show a payment is looked at on every 30th look. */
const looksBetween = 30
/** Maximum by which the clock that opened the bill may be ahead of the service's, in ms. */
const clockMarginMs = 60 * 60_000
/** Maximum number of pages that are read of the payments since the bill was opened. */
const maximumPages = 20

/**
 * Asks the service what became of the bills restored from a backup, until it has answered for each of their payments:
 * the counter that made the backup may have continued them. A counter gets restored bills only at its start, so the
 * watch ends with the last one.
 * @returns the function that stops it
 */
export function startRestoredWatch(options: {
  readonly counter: Pick<SaleRunner, 'bill' | 'state' | 'aside'>
  /** All bills that have not left the counter, including those of parked sales, which come back to it. */
  readonly billsHere: () => readonly Bill[]
  readonly client: ClientSource
  /** @returns false if the bill is no longer here */
  readonly onSeen: (seen: Seen) => boolean
  readonly log: Log
  readonly pauseMs?: number
}): () => void {
  const { counter, billsHere, client, onSeen, log, pauseMs = lookAgainMs } = options

  // While a sale of the bill is still looked up, the bill is skipped: the sale may become one of its tenders.
  const bills = (): readonly Bill[] => {
    const bill = counter.bill()
    const here = isUndecided({ bill, sale: counter.state() }) ? bill : null
    return here === null ? counter.aside() : [here, ...counter.aside()]
  }

  const refused = createRefusedThings(client)

  async function look(isStopped: () => boolean, count: number): Promise<void> {
    refused.begin(count % looksBetween === 0)
    for (const bill of bills().filter((one) => isUnseen(one) && !isAskingGiftCard(one) && !isWaiting(one))) {
      if (refused.has(bill.id)) continue
      const noting = notingRefusals(client)
      const seen = await lookAt(noting.client, bill)
      if (isStopped()) return
      if (seen === null && noting.wasRefused()) refused.add(bill.id)
      if (seen === null) continue
      const { given_back, paid_elsewhere } = factsOf(seen)
      log.warn({ bill: bill.number, given_back, paid_elsewhere }, 'bill.restored_seen')
      onSeen(seen)
    }
  }

  return startWatch({
    look,
    pauseMs,
    isOver: () => !billsHere().some(isUnseen),
    onError: (error) => log.error({ err: error }, 'bill.restored_watch_failed'),
  })
}

const isUnseen = ({ restored }: Bill): boolean => restored?.seen === false

const factsOf = ({ returned, paid_elsewhere }: Seen) => ({
  given_back: Object.values(returned).reduce((sum, cents) => sum + cents, 0),
  paid_elsewhere,
})

/** Null until the service has answered for every payment of the bill. */
async function lookAt(client: ClientSource, bill: Bill): Promise<Seen | null> {
  if (client() === null) return null
  const returned: Record<string, Cents> = {}
  for (const tender of bill.tenders) {
    const name = nameInService(tender)
    const cents = name === null ? 0 : await returnedOf(client, tender)
    if (cents === null) return null
    if (name !== null) returned[name] = cents
  }
  const elsewhere = await paidElsewhere(client, bill)
  return elsewhere === 'no_answer' ? null : { bill_id: bill.id, returned, paid_elsewhere: elsewhere }
}

/** How much of a tender was given back to the customer, in cents; null while the service does not show it. */
async function returnedOf(client: ClientSource, tender: Tender): Promise<Cents | null> {
  switch (tender.kind) {
    case 'card': {
      const all = await givenBackOfCard(client, tender)
      return all === null ? null : Math.max(0, all - (tender.payment.returned ?? 0))
    }
    case 'gift_card': {
      const params = { id: tender.card_id }
      const found = await pagesUntil<GiftCardEntry>(
        (_, page) => page.some(({ reference }) => reference === tender.id),
        (query) => callService(client, 'gift_cards.list_entries', { params, query }),
      )
      if (!found.ok) return null
      const own = found.value.rows.find(({ reference }) => reference === tender.id)
      // A reversal is newer than the entry that it reverses, and the newest entries come first.
      const isReversed = found.value.rows.some(({ reverses }) => reverses !== null && reverses === own?.id)
      return own === undefined ? null : isReversed ? tender.amount : 0
    }
    case 'cash':
    case 'exchange':
      return 0
    default:
      return assertNever(tender)
  }
}

/**
 * How much other card payments with this bill's number have paid, less refunds, in cents. Null if the service cannot
 * find them, or if the bank has not answered a refund of one: the amount with or without that refund would be a guess.
 */
async function paidElsewhere(client: ClientSource, bill: Bill): Promise<Cents | null | 'no_answer'> {
  const own = bill.tenders.flatMap((tender) => (tender.kind === 'card' ? [tender.sale.intent_id] : []))
  const since = new Date(Date.parse(bill.opened_at) - clockMarginMs).toISOString()
  let paid = 0
  const search = searchPages(client, { created_at_start: since, sort_direction: 'asc' })
  for await (const found of pagesOf(search, null, maximumPages)) {
    if (!found.ok) return found.error.kind === 'refused' ? null : 'no_answer'
    for (const intent of found.value.rows) {
      if (receiptNumberOf(intent) !== bill.number || own.includes(intent.id) || intent.status !== 'captured')
        continue
      const unanswered = await isRefundUnanswered(client, intent.latest_payment)
      if (!unanswered.ok) return 'no_answer'
      if (unanswered.value) return null
      paid += intent.amount_captured - givenBackOf(intent)
    }
    if (found.value.next === null) return paid
  }
  return null
}
