import { assertNever } from '../../result.ts'
import { joinOrders } from '../order/join-orders.ts'
import { totalsOf } from '../order/totals.ts'
import type { ParkedSale } from '../parked/parked-sale.ts'
import type { SaleIn, SaleState } from '../sale/sale.ts'
import { capture } from '../transition/capture.ts'
import { voiding } from '../transition/void.ts'
import type { Bill } from './bill.ts'
import type { AtCounter, BillEvent, CounterStep } from './bill-events.ts'
import type { Tab, TabStatus } from './tab.ts'
import { tabName } from './tab-facts.ts'
import { newBill } from './tenders.ts'

type TabEvent = Extract<BillEvent, { tab_id: string }>
type EventIn<Kind extends TabEvent['kind']> = Extract<TabEvent, { kind: Kind }>

const stay = (now: AtCounter): CounterStep => ({ next: now, effects: [] })
const isFree = ({ bill, sale }: AtCounter): boolean => bill === null && sale.kind === 'ready'

/** Transitions of the counter's tabs. A tab that is being closed or released needs the counter for itself. */
export function tabTransition(now: AtCounter, event: TabEvent): CounterStep {
  const tab = now.tabs.find(({ sale }) => sale.id === event.tab_id)
  if (tab === undefined) return stay(now)
  switch (event.kind) {
    case 'add_to_tab':
      return replaced(now, tab, withRound(tab, event))
    case 'remove_from_tab':
      return replaced(now, tab, withoutLine(tab, event))
    case 'put_back_on_tab':
      return replaced(now, tab, withRemoved(tab))
    case 'tab_seen':
      return replaced(now, tab, withStatus(tab, event.found))
    case 'close_tab':
      return isFree(now) ? close(now, tab, event) : stay(now)
    case 'release_tab':
      return isFree(now) ? release(now, tab) : stay(now)
    default:
      return assertNever(event)
  }
}

function replaced(now: AtCounter, tab: Tab, next: Tab): CounterStep {
  if (next === tab) return stay(now)
  return { next: { ...now, tabs: now.tabs.map((one) => (one === tab ? next : one)) }, effects: [] }
}

/** A hold that has ended, or that this counter has given up, stays so, even while the service still shows it as held. */
const withStatus = (tab: Tab, found: TabStatus): Tab =>
  tab.status === found || tab.status === 'ended' ? tab : { ...tab, status: found }

function withRound(tab: Tab, { order }: EventIn<'add_to_tab'>): Tab {
  if (tab.rounds.includes(order.id) || order.lines.length === 0) return tab
  const joined = tab.sale.order === null ? order : joinOrders(tab.sale.order, order)
  if (joined === null) return tab
  const { removed: _, ...kept } = tab
  return { ...kept, sale: { ...tab.sale, order: joined }, rounds: [...tab.rounds, order.id] }
}

function withoutLine(tab: Tab, { line_id }: EventIn<'remove_from_tab'>): Tab {
  const { order } = tab.sale
  const index = order?.lines.findIndex(({ id }) => id === line_id) ?? -1
  const line = order?.lines[index]
  if (order === null || line === undefined) return tab
  const lines = order.lines.filter((other) => other !== line)
  const taken = { line, index, order: { id: order.id, discounts: order.discounts } }
  const removed = [...(tab.removed ?? []), taken]
  return { ...tab, sale: { ...tab.sale, order: lines.length === 0 ? null : { ...order, lines } }, removed }
}

function withRemoved(tab: Tab): Tab {
  const { removed = [], ...kept } = tab
  const last = removed.at(-1)
  if (last === undefined) return tab
  const others = removed.slice(0, -1)
  const order = tab.sale.order ?? { ...last.order, lines: [] }
  const lines = order.lines.toSpliced(last.index, 0, last.line)
  const sale = { ...tab.sale, order: { ...order, lines } }
  return others.length === 0 ? { ...kept, sale } : { ...kept, sale, removed: others }
}

/** What exceeds the hold stays open on the bill for another tender: a capture cannot exceed its authorization. */
function close(now: AtCounter, tab: Tab, event: EventIn<'close_tab'>): CounterStep {
  const { total, tip, bill_id } = event
  const { order, currency } = tab.sale
  if (order === null || total === 0 || totalsOf(order).total !== total) return stay(now)
  const mostTip = Math.max(0, tab.payment.amount - total)
  if (tip > mostTip) return stay(now)
  const asked = { id: bill_id, order, total, currency, note: tabName(tab), tab }
  const bill = newBill(asked, now.numbering, event)
  const left = { ...now, bill, tabs: now.tabs.filter((one) => one !== tab) }
  if (tab.status === 'ended') return { next: left, effects: [] }
  const sale = {
    ...tab.sale,
    amount: Math.min(total, tab.payment.amount),
    tip,
    bill: { number: bill.number, total },
    tab: { name: tabName(tab), stage: 'closing' },
    attempt: tab.sale.attempt + 1,
  } as const
  const { state, effects } = capture(sale, tab.payment)
  return { next: { ...left, sale: state }, effects }
}

function release(now: AtCounter, tab: Tab): CounterStep {
  const left = { ...now, tabs: now.tabs.filter((one) => one !== tab) }
  if (tab.status === 'ended') return { next: left, effects: [] }
  // The payment was captured elsewhere, for the customer's goods: the tab must be closed.
  if (tab.status === 'captured') return stay(now)
  // It may have been captured since the last report: a cancel would then give back a payment.
  const sale = voiding(tab.sale, tab.payment, true)
  return {
    next: { ...left, sale },
    effects: [{ kind: 'look_up', sale: sale.sale, confirm: false }],
  }
}

/** Retries a tab's capture after a refusal, on a person's request. @returns null if it is not such a tab */
export function captureAgain(now: AtCounter): CounterStep | null {
  const { sale, bill } = now
  const tab = bill?.tab ?? null
  if (sale.kind !== 'stopped' || !sale.can_retry || sale.sale.tab?.stage !== 'closing' || tab === null) {
    return null
  }
  const { state, effects } = capture({ ...sale.sale, attempt: sale.sale.attempt + 1 }, tab.payment)
  return { next: { ...now, sale: state }, effects }
}

/** The tab of a card that was just authorized for a tab, or turned out to be held. */
export function openedTab(before: SaleState, after: SaleState): Tab | null {
  return after.kind === 'approved' && before.kind !== 'approved' ? heldTab(after) : null
}

const heldTab = ({ sale, payment }: SaleIn<'approved'>): Tab | null =>
  sale.tab?.stage === 'opening'
    ? {
        sale,
        payment,
        opened_at: sale.started_at,
        status: payment.status === 'uncaptured' ? 'held' : 'unknown',
        rounds: sale.order === null ? [] : [sale.order.id],
      }
    : null

/** The cashier leaves a tab uncaptured after a failed capture. @returns null if it is not such a tab */
export function leaveUncaptured(now: AtCounter): AtCounter | null {
  const { bill, sale } = now
  const tab = bill === null ? null : tabOfUnpaid(bill)
  if (tab === null || sale.kind !== 'stopped' || sale.sale.tab?.stage !== 'closing') return null
  return { ...now, bill: null, sale: { kind: 'ready' }, tabs: [...now.tabs, afterStop(tab, sale)] }
}

/** The tab of a bill of which nothing is paid, or everything was given back; null if there is none. */
export function tabOfUnpaid({ tab, tenders }: Bill): Tab | null {
  if (tab === null || tenders.some(({ status }) => status === 'paid')) return null
  // The hold was captured, and given back with the rest.
  const wasTaken = tenders.some((one) => one.kind === 'card' && one.sale.id === tab.sale.id)
  return wasTaken ? { ...tab, status: 'ended' } : tab
}

/** Keeps the attempt, so that another close is a new capture request. */
const afterStop = (tab: Tab, { sale: { attempt }, reason }: SaleIn<'stopped'>): Tab => ({
  ...tab,
  sale: { ...tab.sale, attempt },
  status: reason === 'hold_ended' || tab.status === 'ended' ? 'ended' : 'unknown',
})

/** The tab that a parked sale with a known outcome leaves. */
export function tabLeftBy(state: ParkedSale['state'], bill: Bill | null): Tab | null {
  if (state.kind === 'approved') return heldTab(state)
  if (state.kind !== 'stopped' || bill === null || state.sale.tab?.stage !== 'closing') return null
  const tab = tabOfUnpaid(bill)
  return tab && afterStop(tab, state)
}

/** The bill is paid otherwise: the hold is released, and the tab ends. */
export const withoutHold = (bill: Bill): Bill =>
  bill.tab === null ? bill : { ...bill, tab: { ...bill.tab, status: 'ended' } }

/** After a restart, the status of held cards is unknown until the service is asked. */
export const withUnknownTabs = (now: AtCounter): AtCounter =>
  now.tabs.length === 0 ? now : { ...now, tabs: now.tabs.map(asUnknown) }

const asUnknown = (tab: Tab): Tab =>
  tab.status === 'held' || tab.status === 'captured' ? { ...tab, status: 'unknown' } : tab
