import { newLink, notKnown } from '../links/payment-link-steps.ts'
import { balanceOf, isWaiting } from './balance.ts'
import type { Bill } from './bill.ts'
import type { AtCounter, BillEffect, BillEvent, CounterStep } from './bill-events.ts'
import { numberTaken } from './numbering.ts'
import { goingOn, withLink } from './tenders.ts'

type LinkEvent = Extract<
  BillEvent,
  { kind: 'withdraw_link' | 'give_up_link' | 'put_aside' | 'bring_back' | 'link_changed' }
>

const stay = (now: AtCounter): CounterStep => ({ next: now, effects: [] })
const follow = (link_id: string): BillEffect => ({ kind: 'follow_link', link_id })

/**
 * The link of a bill: docs/decisions/0056. It is part of the bill, and so of the counter's one record. Main requests
 * from the service what is recorded here, under the link's own name, and requests it again after a kill.
 *
 *   open ─send_link▶ waiting ─paid▶ open, with a card's tender | paid
 *                      │  ▲ └─expired, withdrawn, not made, given up▶ open, and the screen names it
 *            put_aside ▼  │ bring_back
 *                     aside, and followed there
 */
export function linkTransition(now: AtCounter, event: LinkEvent): CounterStep {
  switch (event.kind) {
    case 'withdraw_link': {
      const { bill } = now
      if (bill === null || bill.link === null || !isWaiting(bill) || bill.link.withdrawing) return stay(now)
      // It was used, so it cannot be withdrawn.
      if (bill.link.awaits_bank !== null) return stay(now)
      const next = { ...now, bill: { ...bill, link: { ...bill.link, withdrawing: true } } }
      return { next, effects: [follow(bill.link.id)] }
    }
    case 'give_up_link': {
      const { bill } = now
      if (bill?.id !== event.bill_id || bill.link === null || bill.link.awaits_bank === null) return stay(now)
      // The service has the bill's number with a payment that may still be captured: no other bill may get it.
      const numbering = numberTaken(now.numbering, bill)
      return { next: { ...now, numbering, bill: { ...bill, link: notKnown(bill.link) } }, effects: [] }
    }
    case 'put_aside': {
      const { bill, sale } = now
      if (bill === null || !isWaiting(bill) || sale.kind !== 'ready') return stay(now)
      const numbering = numberTaken(now.numbering, bill)
      return { next: { ...now, bill: null, numbering, aside: [...now.aside, bill] }, effects: [] }
    }
    case 'bring_back': {
      const bill = now.aside.find(({ id }) => id === event.bill_id)
      if (bill === undefined || now.bill !== null || now.sale.kind !== 'ready') return stay(now)
      return { next: { ...now, bill, aside: now.aside.filter((one) => one !== bill) }, effects: [] }
    }
    case 'link_changed':
      return changed(now, event)
  }
}

/** @param now the counter without a card's sale in progress, whose bill may be paid */
export function sendLink(
  now: AtCounter,
  bill: Bill,
  { link, at }: Extract<BillEvent, { kind: 'send_link' }>,
): CounterStep {
  if (link.amount < 1 || link.amount > balanceOf(bill)) return stay(now)
  const { currency, note, order, number, total } = bill
  const made = newLink({ ...link, currency, note, order }, at, { number, total })
  return { next: { ...now, bill: { ...goingOn(bill), link: made } }, effects: [follow(link.id)] }
}

/** After a restart: looks up every link again, or makes it if it was not made yet. */
export const restartedLinks = ({ bill, aside }: AtCounter): CounterStep['effects'] =>
  [...(bill === null ? [] : [bill]), ...aside].flatMap((one) =>
    one.link !== null && isWaiting(one) ? [follow(one.link.id)] : [],
  )

function changed(now: AtCounter, { link, paid }: Extract<BillEvent, { kind: 'link_changed' }>): CounterStep {
  const isOwner = (bill: Bill) => bill.link?.id === link.id && isWaiting(bill)
  // A withdrawal cannot be undone, and may be newer than this report.
  const changedLink = ({ link: known }: Bill) =>
    known?.withdrawing === true ? { ...link, withdrawing: true } : link
  const { bill } = now
  if (bill !== null && isOwner(bill)) {
    return { next: { ...now, bill: withLink(bill, changedLink(bill), paid) }, effects: [] }
  }
  if (!now.aside.some(isOwner)) return stay(now)
  const aside = now.aside.map((one) => (isOwner(one) ? withLink(one, changedLink(one), paid) : one))
  return { next: { ...now, aside }, effects: [] }
}
