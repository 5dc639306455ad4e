import type { Cents } from '../../money.ts'
import type { SaleState } from '../sale/sale.ts'
import { isPaid } from './balance.ts'
import type { Bill, Tender } from './bill.ts'
import type { AtCounter, BillEvent, CounterStep } from './bill-events.ts'
import { withPartReturned } from './part-returned.ts'

/** The tender's name at the service; null if the service does not know it. */
export function nameInService(tender: Tender): string | null {
  if (tender.status === 'returned') return null
  if (tender.kind === 'card') return tender.sale.id
  return tender.kind === 'gift_card' ? tender.id : null
}

/**
 * If the bill was being given back, a void may have been refused and the rest paid since: nothing goes back here before
 * a person requests it again.
 */
export const asRestored = (bill: Bill): Bill => ({
  ...bill,
  status: 'open',
  restored: { seen: false, given_back: 0, paid_elsewhere: null },
})

/** Whether a backup's bill at the counter may have been continued: a paid bill only waited to be left. */
export const mayHaveGoneOn = (bill: Bill, { kind }: SaleState): boolean =>
  !(isPaid(bill) && (kind === 'ready' || kind === 'approved'))

/** A restored bill that no person has confirmed as not continued elsewhere: until then nothing is done with it here. */
export const isUndecided = ({ bill, sale }: Pick<AtCounter, 'bill' | 'sale'>): boolean =>
  bill?.restored !== undefined && leftToPeople.includes(sale.kind)

/** A sale in any other state first ends by itself, or concerns only its own card. */
export const leftToPeople: readonly SaleState['kind'][] = ['ready', 'approved', 'declined', 'stopped']

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

/** A card that got all its money back has no receipt; one that got a part back has paid less. */
export function asPaidIn({ tenders }: Bill, sale: SaleState): SaleState {
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

/** Deducts what was given back of a tender. */
function withoutReturned(tender: Tender, cents: Cents): Tender {
  if (cents <= 0) return tender
  if (tender.kind === 'gift_card') return { ...tender, status: 'returned' }
  return tender.kind === 'card' ? withPartReturned(tender, cents) : tender
}
