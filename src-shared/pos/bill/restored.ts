import type { Cents } from '../../money.ts'
import type { SaleState } from '../sale/sale.ts'
import { isPaid } from './balance.ts'
import type { Bill, Tender } from './bill.ts'
import type { AtCounter, BillEvent, CounterStep } from './bill-events.ts'
import { withPartReturned } from './part-returned.ts'

/** Names it to the service; null for what the service knows nothing about. */
export function nameInService(tender: Tender): string | null {
  if (tender.status === 'returned') return null
  if (tender.kind === 'card') return tender.sale.id
  return tender.kind === 'gift_card' ? tender.id : null
}

/**
 * Of what was being given back, a void may have been refused, and the rest paid: nothing goes back here before a person has
 * said so anew.
 */
export const asRestored = (bill: Bill): Bill => ({
  ...bill,
  status: 'open',
  restored: { seen: false, given_back: 0, paid_elsewhere: null },
})

/** Whether the bill that stands at the counter in a backup may have been gone on with: one that is paid only waits to be left. */
export const mayHaveGoneOn = (bill: Bill, { kind }: SaleState): boolean =>
  !(isPaid(bill) && (kind === 'ready' || kind === 'approved'))

/** A backup brought it, and nobody has said that it was not gone on with elsewhere: until then nothing is done with it here. */
export const isUndecided = ({ bill, sale }: Pick<AtCounter, 'bill' | 'sale'>): boolean =>
  bill?.restored !== undefined && leftToPeople.includes(sale.kind)

/** What else a sale may be in comes to its end by itself first, or is about its own card alone. */
const leftToPeople: readonly SaleState['kind'][] = ['ready', 'approved', 'declined', 'stopped']

type RestoredEvent = Extract<BillEvent, { kind: 'restored_seen' | 'keep_restored' }>
const stay = (now: AtCounter): CounterStep => ({ next: now, effects: [] })

export function restoredTransition(now: AtCounter, event: RestoredEvent): CounterStep {
  if (event.kind === 'keep_restored') {
    const { bill } = now
    if (bill === null || !bill.restored?.seen) return stay(now)
    const { restored: _, ...kept } = bill
    return { next: { ...now, bill: kept }, effects: [] }
  }
  const isAsked = (bill: Bill) => bill.id === event.bill_id && bill.restored !== undefined
  const { bill } = now
  if (bill !== null && isAsked(bill)) {
    const seen = asSeen(bill, event)
    return { next: { ...now, bill: seen, sale: asPaidIn(seen, now.sale) }, effects: [] }
  }
  if (!now.aside.some(isAsked)) return stay(now)
  return {
    next: { ...now, aside: now.aside.map((one) => (isAsked(one) ? asSeen(one, event) : one)) },
    effects: [],
  }
}

/** The receipt of a card that has its money again is none; one that has a part of it again has paid less. */
function asPaidIn({ tenders }: Bill, sale: SaleState): SaleState {
  if (sale.kind !== 'approved') return sale
  const own = tenders.find((one) => one.kind === 'card' && one.sale.id === sale.sale.id)
  if (own?.kind !== 'card') return sale
  return own.status === 'returned' ? { kind: 'ready' } : { ...sale, payment: own.payment }
}

function asSeen(
  bill: Bill,
  { returned, paid_elsewhere }: Extract<RestoredEvent, { kind: 'restored_seen' }>,
): Bill {
  const backOf = (tender: Tender): Cents => {
    const name = nameInService(tender)
    return name === null ? 0 : (returned[name] ?? 0)
  }
  return {
    ...bill,
    tenders: bill.tenders.map((tender) => withoutReturned(tender, backOf(tender))),
    restored: {
      seen: true,
      given_back: bill.tenders.reduce((sum, tender) => sum + backOf(tender), 0),
      paid_elsewhere,
    },
  }
}

/** What was given back of a part is not paid any more. */
function withoutReturned(tender: Tender, cents: Cents): Tender {
  if (cents <= 0) return tender
  if (tender.kind === 'gift_card') return { ...tender, status: 'returned' }
  return tender.kind === 'card' ? withPartReturned(tender, cents) : tender
}
