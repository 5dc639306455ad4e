import { setTimeout as delay } from 'node:timers/promises'
import type { SaleInput } from '../../../src-main/sale/sale-input.ts'
import { balanceOf, isPaid, isPartlyPaid, isWaiting } from '../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import type { Tab } from '../../../src-shared/pos/bill/tab.ts'
import { totalsOf } from '../../../src-shared/pos/order/totals.ts'
import { act } from '../sales/cashier.ts'
import type { ToCounter } from '../sales/counter-messages.ts'
import { settleRest } from '../sales/rest-of-bill.ts'
import type { Customer } from './customers.ts'
import type { Cashier, DayCounter } from './place.ts'

const lookMs = 20
/** Time before a press is repeated: an earlier second press would meet the next screen. */
const tapMs = 1_500
/** Maximum time until every outcome is known, also on a busy machine. */
const longestMs = 240_000

/** The shop, and the customers who pay from elsewhere. */
export interface Shop {
  readonly savedCard: SavedCard
  /** A customer pays by the link with this id, if it can be paid. */
  payByLink(id: string): Promise<void>
}

/**
 * A cashier serves one customer from the first key to the next one's turn, whatever faults occur.
 * @param opens the message that begins the sale, if it is not an event of the sale
 * @returns the bill, once paid
 */
export async function serve(
  { pos, hsn }: DayCounter,
  customer: Customer,
  shop: Shop,
  opens: ToCounter | null = null,
): Promise<Bill | null> {
  const end = Date.now() + longestMs
  const before = { begun: false, voided: false, undone: false, presses: 0 }
  let last: Bill | null = null
  let pressedAt = 0
  let waitsFor = ''
  for (;;) {
    await delay(lookMs)
    const now = pos.now()
    if (Date.now() > end) throw new Error(`${customer.name} is never served: ${JSON.stringify(now)}`)
    if (now === null) continue
    // Customers come one after the other, so whatever is shown belongs to this one.
    const [tab = null] = now.tabs
    const isFree = now.sale.kind === 'ready' && now.bill === null && tab === null
    before.begun ||= !isFree
    if (now.bill !== null) last = now.bill
    if (before.begun && isFree) return last !== null && isPaid(last) ? last : null
    // The same screen does not get a second press at once; another screen may get its own.
    const screen = JSON.stringify([now.sale.kind, now.bill, tab])
    if (pos.isPressing()) continue
    if ((screen === waitsFor || !pos.hasTakenAll()) && Date.now() - pressedAt < tapMs) continue
    if (now.bill?.link?.state === 'open' && customer.tender !== 'link_withdrawn')
      await shop.payByLink(now.bill.link.id)
    if (isFree && opens !== null) {
      pressedAt = Date.now()
      waitsFor = screen
      pos.send(opens)
      continue
    }
    const event = next(customer, now, tab, before, { hsn, savedCard: shop.savedCard })
    if (event === null) continue
    before.voided ||= event.kind === 'decide'
    before.undone ||= event.kind === 'undo_bill'
    before.presses += 1
    pressedAt = Date.now()
    waitsFor = screen
    pos.send({ kind: 'dispatch', event })
  }
}

type Shown = NonNullable<ReturnType<Cashier['now']>>
type Before = { begun: boolean; voided: boolean; undone: boolean; presses: number }

/** What the cashier presses on this screen; null: nothing, it changes by itself. */
function next(customer: Customer, now: Shown, tab: Tab | null, before: Before, at: Place): SaleInput | null {
  const { sale, bill } = now
  if (sale.kind === 'declined') return { kind: 'pay_otherwise' }
  if (sale.kind !== 'ready') return act(sale, customer, { retried: true, voided: before.voided })
  if (bill !== null) return aboutBill(bill, customer, before, at)
  if (tab !== null) return aboutTab(tab, customer)
  return first(customer, at)
}

interface Place {
  readonly hsn: string
  readonly savedCard: SavedCard
}
/** The customer whose card the service has saved. */
export type SavedCard = Required<Pick<Extract<SaleInput, { kind: 'charge' }>['sale'], 'customer' | 'token'>>

const surcharge_rule = { percent: 3, postal_code: '10001' } as const

const charge = ({ entry, tender }: Customer, id: string, amount: number, { hsn, savedCard }: Place) => ({
  ...({ id, amount, currency: 'USD', entry, note: '', hsn } as const),
  ...(tender === 'surcharge' ? { surcharge_rule } : {}),
  ...(tender === 'saved_card' ? savedCard : {}),
})

function first(customer: Customer, at: Place): SaleInput {
  const { name, tender, order, total, onCard } = customer
  const bill = { id: `bill_${name}`, order, total, currency: 'USD', note: '' }
  switch (tender) {
    case 'cash':
      return takeCash(customer, total, bill)
    case 'free':
    case 'split':
    case 'link':
    case 'link_in_part':
    case 'link_withdrawn':
      return { kind: 'open_bill', bill }
    case 'tab':
    case 'tab_given_back':
      return {
        kind: 'charge',
        sale: { ...charge(customer, name, onCard, at), tab: { name: 'Maria', stage: 'opening' } },
      }
    default:
      return { kind: 'charge', sale: { ...charge(customer, name, onCard, at), order } }
  }
}

function takeCash(
  { name }: Customer,
  balance: number,
  bill: Extract<SaleInput, { kind: 'take_cash' }>['bill'],
): SaleInput {
  const tendered = Math.ceil(balance / 500) * 500
  return { kind: 'take_cash', id: `cash_${name}_${Date.now()}`, tendered, balance, step: 1, bill }
}

/**
 * What to do while no card payment is running: the part that a card or a link pays, the rest, or nothing. Null: wait
 * for the payer.
 */
function aboutBill(bill: Bill, customer: Customer, before: Before, at: Place): SaleInput | null {
  const { name, tender, onCard } = customer
  if (isWaiting(bill)) {
    return tender === 'link_withdrawn' && bill.link?.withdrawing === false ? { kind: 'withdraw_link' } : null
  }
  const untouched = bill.status === 'open' && !isPaid(bill) && !isPartlyPaid(bill)
  if (!untouched) return settleRest(bill, customer.rest, before.undone, `cash_${name}_${Date.now()}`)
  if (before.undone || customer.leaves || bill.tenders.some(({ kind }) => kind !== 'exchange'))
    return { kind: 'finish' }
  // A card that was declined, or never asked, leaves the whole amount due.
  if ((tender === 'split' || (tender === 'exchange' && onCard > 0)) && before.presses < 3)
    return { kind: 'charge', sale: charge(customer, `${name}_card`, onCard, at) }
  if (isLink(tender) && bill.link === null && before.presses < 3) {
    const link = { id: `link_${name}_${before.presses}`, amount: onCard, receiver: { kind: 'code' } } as const
    return { kind: 'send_link', link }
  }
  return takeCash(customer, balanceOf(bill), null)
}

const isLink = (tender: Customer['tender']): boolean => tender.startsWith('link')

function aboutTab(tab: Tab, { name, tender, order, tip }: Customer): SaleInput | null {
  const tab_id = tab.sale.id
  if (tender === 'tab_given_back' || tab.status === 'ended') return { kind: 'release_tab', tab_id }
  if (tab.sale.order === null) return order === null ? null : { kind: 'add_to_tab', tab_id, order }
  const { total } = totalsOf(tab.sale.order)
  const most = Math.max(0, tab.payment.amount - total)
  return { kind: 'close_tab', tab_id, bill_id: `bill_${name}`, total, tip: Math.min(tip, most) }
}
