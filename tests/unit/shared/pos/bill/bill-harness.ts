import { balanceOf, holdsMoney, isUntouched, isWaiting } from '../../../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../../../src-shared/pos/bill/bill.ts'
import type {
  CounterEffect,
  CounterEvent,
  CounterStep,
} from '../../../../../src-shared/pos/bill/bill-events.ts'
import {
  billTransition,
  parkedBillTransition,
  reopen,
} from '../../../../../src-shared/pos/bill/bill-transition.ts'
import { withExchange, withoutUnused } from '../../../../../src-shared/pos/bill/exchange.ts'
import type { Tab } from '../../../../../src-shared/pos/bill/tab.ts'
import type { BillCash } from '../../../../../src-shared/pos/cash/cash-entry.ts'
import { plainLine } from '../../../../../src-shared/pos/order/plain-line.ts'
import { totalsOf } from '../../../../../src-shared/pos/order/totals.ts'
import type { ParkedSale } from '../../../../../src-shared/pos/parked/parked-sale.ts'
import { isSettled } from '../../../../../src-shared/pos/parked/parked-transition.ts'
import { BillBank } from './bill-bank.ts'
import {
  type CounterRecord,
  checkBooked,
  checkHolds,
  checkMoney,
  checkTab,
  emptyCounter,
  isNotWaited,
  owedOf,
  statesOf,
} from './bill-books.ts'
import { LinkService } from './link-service.ts'

/**
 * A counter, a bank that approves in part, declines and loses answers, a drawer with a complete ledger, and a power
 * switch. The true charges and the true cash in the drawer are kept here, separately from the counter's state.
 */
export class BillHarness {
  record: CounterRecord
  readonly ledger = new Map<string, BillCash>()
  /** The book of sales, which loses nothing: bills by number. */
  readonly book = new Map<string, Bill>()
  /** Bills that have left the counter, as they were when they left. */
  readonly closed: Bill[] = []
  readonly violations: string[] = []
  private readonly bank = new BillBank(this.violations)
  private readonly links = new LinkService(this.bank, this.violations)
  /** Numbers of the part-paid bills that a manager took over. */
  readonly left = new Set<string>()
  readonly reached = new Set<string>()
  /** Intents that are being closed until that succeeds (the journal keeps them); anything held on them is released. */
  private readonly abandoned = new Set<string>()
  private pending: CounterEffect[] = []
  private closing = false
  private elapsed = 0
  private ids = 0

  private readonly step: 1 | 5
  private readonly hasLinks: boolean

  constructor(step: 1 | 5, hasLinks: boolean) {
    this.step = step
    this.hasLinks = hasLinks
    this.record = { counter: emptyCounter, parked: [], unbooked: [], unfiled: [] }
  }

  /** Runs one random event; `roll` decides which one and its outcome. */
  happen(roll: number): void {
    this.elapsed += 1_000
    const die = roll % 100
    if (die < 40) this.person(Math.floor(roll / 100))
    else if (die < 92) this.answerOne(Math.floor(roll / 100))
    else this.powerFails()
    this.look()
  }

  /** The bank answers again and the cashier ends everything open: all of it is paid or given back. */
  closeUp(roll: number): void {
    this.closing = true
    for (let count = 0; count < 300 && !this.isOver(); count++) {
      this.elapsed += 5_000
      const isBusy = this.pending.some(({ kind }) => kind !== 'follow_link')
      if (isBusy || (this.pending.length > 0 && count % 3 === 0)) this.answerOne(0)
      else this.endWhatIsOpen(roll + count)
    }
    if (!this.isOver()) this.violations.push(`it never ended: ${JSON.stringify(this.record)}`)
    this.checkBooks()
  }

  private isOver(): boolean {
    const { counter, parked } = this.record
    return (
      counter.bill === null &&
      counter.sale.kind === 'ready' &&
      counter.tabs.length === 0 &&
      counter.aside.length === 0 &&
      parked.length === 0
    )
  }

  private endWhatIsOpen(roll: number): void {
    const at = this.at()
    const { counter, parked } = this.record
    const { bill, sale } = counter
    const undecided = parked.find(({ state }) => state.kind === 'deciding')
    const payable = sale.kind === 'ready' || sale.kind === 'approved'
    if (undecided !== undefined && sale.kind === 'ready' && bill === null) {
      this.dispatchParked(undecided, { kind: 'decide', choice: roll % 2 === 0 ? 'keep' : 'void', at })
    } else if (sale.kind === 'ready' && bill === null && parked.length > 0) this.acknowledge()
    else if (sale.kind === 'ready' && bill === null) this.endTab(roll)
    else if (bill !== null && isWaiting(bill)) this.dispatch({ kind: 'withdraw_link', at })
    else if (sale.kind === 'stopped' && sale.sale.tab?.stage === 'closing' && roll % 3 === 0)
      this.dispatch({ kind: 'pay_otherwise', at })
    else if (sale.kind === 'deciding') this.dispatch({ kind: 'decide', choice: 'keep', at })
    else if (bill !== null && holdsMoney(bill) && payable) this.endBill(bill, roll)
    else this.dispatch({ kind: 'finish', at })
  }

  private endTab(roll: number): void {
    const at = this.at()
    const tab = this.record.counter.tabs[0]
    if (this.record.counter.aside.length > 0) this.bringBack(roll)
    if (tab === undefined || this.record.counter.bill !== null) return
    // Always take the first tab: one that comes back unpaid gets another end the next time.
    if (roll % 3 !== 0 && tab.sale.order !== null) this.closeTab(tab, roll)
    else if (tab.status !== 'captured') this.dispatch({ kind: 'release_tab', tab_id: tab.sale.id, at })
    else this.addToTab(tab.sale.id, 700)
  }

  private endBill(bill: Bill, roll: number): void {
    const at = this.at()
    if (bill.status === 'undoing') this.dispatch({ kind: 'cash_returned', id: this.newId('cash'), at })
    else if (roll % 2 === 0) this.dispatch({ kind: 'undo_bill', at })
    else this.cash(balanceOf(bill) + 500)
  }

  /** The service is unreachable for three of every ten minutes, until the end. */
  private isOutage = () => !this.closing && this.elapsed % 600_000 < 180_000
  protected at = () => new Date(Date.parse('2026-03-01T12:00:00.000Z') + this.elapsed).toISOString()
  protected newId = (kind: string) => `${kind}_${++this.ids}`

  private person(roll: number): void {
    const at = this.at()
    const { bill } = this.record.counter
    const left = bill === null ? 0 : balanceOf(bill)
    const more = Math.floor(roll / 16)
    const undecided = this.record.parked.find(({ state }) => state.kind === 'deciding')
    const finish = () => this.dispatch({ kind: 'finish', at })
    const charge = () => this.charge(bill === null ? 6_003 : 1 + (more % (left + 3)))
    const cash = () => this.cash(5 * (more % 1_500))
    const decide = () => this.dispatch({ kind: 'decide', choice: more % 3 === 0 ? 'void' : 'keep', at })
    const tab = this.someTab(more)?.sale.id
    const actions: readonly (() => void)[] = [
      ...[charge, charge, charge],
      ...[cash, cash, cash],
      () => this.dispatch({ kind: 'undo_bill', at }),
      () => this.dispatch({ kind: 'cash_returned', id: this.newId('cash'), at }),
      () => this.dispatch({ kind: 'pay_otherwise', at }),
      () => this.dispatch({ kind: 'retry', entry: 'card', tips: null, at }),
      () => this.dispatch({ kind: 'cancel', at }),
      undecided === undefined
        ? decide
        : () =>
            this.dispatchParked(undecided, { kind: 'decide', choice: more % 2 === 0 ? 'keep' : 'void', at }),
      decide,
      () => this.acknowledge(),
      () => this.open(),
      finish,
      () => this.leave(more),
      () => this.openTab(1_000 + (more % 4_000)),
      () => this.openTab(1_000 + (more % 4_000)),
      ...Array(2).fill(() => this.addToTab(tab, 100 + (more % 2_500))),
      () => this.closeTab(this.someTab(more), more),
      () => this.closeTab(this.someTab(more), more),
      () => more % 3 === 0 && this.dispatch({ kind: 'release_tab', tab_id: tab ?? '', at }),
      () => this.watchTab(more),
      () => this.bank.captureElsewhere(more),
      ...(this.hasLinks ? this.linkActions(left, more) : []),
    ]
    const { sale } = this.record.counter
    const parkable = 'parkable' in sale && sale.parkable
    if (parkable && roll % 2 === 0) finish()
    else actions[roll % actions.length]?.()
  }

  private linkActions(left: number, roll: number): readonly (() => void)[] {
    const at = this.at()
    const pay = () => this.payerActs(roll)
    const send = () => this.sendLink(roll % 3 === 0 ? 1 + (roll % (left + 3)) : left)
    const aside = () => this.dispatch({ kind: 'put_aside', at })
    const withdraw = () => this.dispatch({ kind: 'withdraw_link', at })
    return [send, send, aside, aside, pay, pay, withdraw, withdraw, () => this.bringBack(roll)]
  }

  private sendLink(amount: number): void {
    const link = { id: this.newId('link'), amount, receiver: { kind: 'code' } as const }
    this.dispatch({ kind: 'send_link', link, at: this.at() })
  }

  private payerActs(roll: number): void {
    const { bill, aside } = this.record.counter
    this.links.payerActs(roll, (id) => [bill, ...aside].find((one) => one?.link?.id === id)?.link?.amount)
  }

  private bringBack(roll: number): void {
    const { aside } = this.record.counter
    const bill_id = aside[roll % Math.max(aside.length, 1)]?.id ?? ''
    this.dispatch({ kind: 'bring_back', bill_id, at: this.at() })
  }

  /** Rarely: a manager takes over the bill as it is. */
  private leave(roll: number): void {
    const { bill } = this.record.counter
    if (roll % 5 !== 0) return
    this.dispatch({ kind: 'leave_bill', at: this.at() })
    if (bill !== null && this.record.counter.bill === null) this.left.add(bill.number)
  }

  private someTab(roll: number): Tab | undefined {
    const { tabs } = this.record.counter
    return tabs[roll % Math.max(tabs.length, 1)]
  }

  private openTab(amount: number): void {
    const sale = { id: this.newId('sale'), amount, currency: 'USD', note: 'Maria', hsn: 'VT' }
    const tab = { name: 'Maria', stage: 'opening' } as const
    this.dispatch({ kind: 'charge', sale: { ...sale, entry: 'card', tab }, at: this.at() })
  }

  private addToTab(tab_id: string | undefined, amount: number): void {
    if (tab_id === undefined) return
    const id = this.newId('ord')
    const order = { id, lines: [plainLine(id, 'Custom amount', amount)], discounts: [] }
    this.dispatch({ kind: 'add_to_tab', tab_id, order, at: this.at() })
    // A repeated event, since the order is still in the draft, must have an effect only once.
    this.dispatch({ kind: 'add_to_tab', tab_id, order, at: this.at() })
  }

  private closeTab(tab: Tab | undefined, roll: number): void {
    if (tab === undefined || tab.sale.order === null) return
    const { total } = totalsOf(tab.sale.order)
    const mostTip = Math.max(0, tab.payment.amount - total)
    const tip = roll % 2 === 0 ? 0 : roll % (mostTip + 2)
    const event = { kind: 'close_tab', tab_id: tab.sale.id, bill_id: this.newId('bill'), total } as const
    // A tip larger than the card's hold is refused.
    for (const given of tip > mostTip ? [tip, 0] : [tip])
      this.dispatch({ ...event, tip: given, at: this.at() })
  }

  /** Looks up a tab's hold at the service; holds may expire or be released elsewhere. */
  private watchTab(roll: number): void {
    const tab = this.someTab(roll)
    if (tab === undefined) return
    if (roll % 4 === 0) this.bank.endHold(tab.sale.id)
    const found = this.bank.statusOf(tab.sale.id)
    this.dispatch({ kind: 'tab_seen', tab_id: tab.sale.id, found, at: this.at() })
  }

  private charge(amount: number): void {
    const sale = { id: this.newId('sale'), amount, currency: 'USD', note: '', hsn: 'VT' }
    this.dispatch({ kind: 'charge', sale: { ...sale, entry: 'card' }, at: this.at() })
  }

  private cash(tendered: number): void {
    const { bill } = this.record.counter
    const fresh = { id: this.newId('bill'), order: null, total: 6_003, currency: 'USD', note: '' }
    const balance = bill === null ? fresh.total : balanceOf(bill)
    const id = this.newId('cash')
    const of = { tendered, balance, step: this.step, bill: bill === null ? fresh : null }
    this.dispatch({ kind: 'take_cash', id, ...of, at: this.at() })
  }

  protected open(): void {
    const total = { order: null, total: 6_003, currency: 'USD', note: '' }
    this.dispatch({ kind: 'open_bill', bill: { id: this.newId('bill'), ...total }, at: this.at() })
  }

  /** Records the outcome of an exchange before its bill is filed. */
  protected exchangeEnded(_bill: Bill): void {}

  protected dispatch(event: CounterEvent): void {
    const owner =
      'sale_id' in event && this.record.parked.find(({ state }) => state.sale.id === event.sale_id)
    if (owner) this.dispatchParked(owner, event as never)
    else this.advance(withExchange(this.record.counter, billTransition(this.record.counter, event), event))
  }

  private advance({ next, effects }: CounterStep): void {
    const { bill } = this.record.counter
    const parks = effects.some(({ kind }) => kind === 'park') || next.aside.some(({ id }) => id === bill?.id)
    // The number of a bill without any payment is reused for the next bill.
    if (bill !== null && next.bill === null && !parks && !isUntouched(bill))
      this.closed.push(withoutUnused(bill))
    if (bill !== null && next.bill === null && !parks) checkTab(bill, next, this.violations)
    this.keep({ ...this.record, counter: next }, effects)
  }

  private dispatchParked(one: ParkedSale, event: Parameters<typeof parkedBillTransition>[1]): void {
    const { next, opened, effects } = parkedBillTransition(one, event)
    const { counter } = this.record
    const tabs = opened === null ? counter.tabs : [...counter.tabs, opened]
    const left = opened === null ? [next] : []
    const parked = this.record.parked.flatMap((other) => (other === one ? left : [other]))
    this.keep({ ...this.record, counter: { ...counter, tabs }, parked }, effects)
  }

  private acknowledge(): void {
    const one = this.record.parked.find(isSettled)
    const step = one === undefined ? null : reopen(this.record.counter, one)
    if (one === undefined || step === null) return
    const { bill } = one
    // A bill without any payment is not kept.
    if (bill !== null && !isUntouched(bill) && !holdsMoney(bill)) this.closed.push(withoutUnused(bill))
    if (bill !== null && !holdsMoney(bill)) checkTab(bill, step.next, this.violations)
    this.record = { ...this.record, parked: this.record.parked.filter((other) => other !== one) }
    this.advance(step)
  }

  /** Writes the journal before the effects run; the record is read back as JSON. */
  private keep(record: CounterRecord, effects: readonly CounterEffect[]): void {
    const parked_at = this.at()
    const parked = effects.flatMap((effect) =>
      effect.kind === 'park' ? [{ state: effect.state, parked_at, bill: effect.bill ?? null }] : [],
    )
    const unbooked = effects.flatMap((effect) => (effect.kind === 'book_cash' ? [effect.entry] : []))
    const unfiled = effects.flatMap((effect) => (effect.kind === 'file_bill' ? [effect.bill] : []))
    this.record = JSON.parse(
      JSON.stringify({
        ...record,
        parked: [...record.parked, ...parked],
        unbooked: [...record.unbooked, ...unbooked],
        unfiled: [...record.unfiled, ...unfiled],
      }),
    )
    this.pending.push(...effects)
    for (const effect of effects) if (effect.kind === 'cancel_intent') this.abandoned.add(effect.sale_id)
  }

  private powerFails(): void {
    this.pending = []
    for (const entry of this.record.unbooked) this.pending.push({ kind: 'book_cash', entry })
    for (const bill of this.record.unfiled) this.pending.push({ kind: 'file_bill', bill })
    for (const one of this.record.parked) this.dispatchParked(one, { kind: 'restarted', at: this.at() })
    this.dispatch({ kind: 'restarted', at: this.at() })
  }

  private answerOne(roll: number): void {
    const effect = this.pending.splice(roll % Math.max(this.pending.length, 1), 1)[0]
    if (effect === undefined) return
    if (effect.kind === 'follow_link') {
      const asks = [() => this.record.counter, (event: CounterEvent) => this.dispatch(event)] as const
      if (this.links.step(effect.link_id, ...asks, this.at(), roll)) this.pending.push(effect)
      return
    }
    if (effect.kind === 'follow_exchange' || effect.kind === 'file_bill') this.exchangeEnded(effect.bill)
    if (effect.kind === 'book_cash') {
      this.ledger.set(effect.entry.id, effect.entry)
      // The power may fail before the journal is written.
      if (roll % 5 === 4) return
      const unbooked = this.record.unbooked.filter(({ id }) => id !== effect.entry.id)
      this.record = { ...this.record, unbooked }
      return
    }
    if (effect.kind === 'file_bill') {
      this.book.set(effect.bill.number, effect.bill)
      if (roll % 5 === 4) return
      const unfiled = this.record.unfiled.filter(({ id }) => id !== effect.bill.id)
      this.record = { ...this.record, unfiled }
      return
    }
    if (!('sale' in effect)) return void this.bank.answer(effect, roll, false)
    if (effect.kind === 'wait') this.elapsed += effect.ms
    const calm = isNotWaited(this.record, effect)
    const answer = this.bank.answer(effect, calm ? 0 : roll, !calm && this.isOutage())
    if (answer === null) return
    this.dispatch({ ...answer, sale_id: effect.sale.id, attempt: effect.sale.attempt, at: this.at() })
  }

  private look(): void {
    const { counter, unbooked } = this.record
    const { bill } = counter
    for (const state of statesOf(this.record)) this.reached.add(state)
    checkHolds(this.record, this.bank.charges, this.abandoned, this.violations)
    if (bill === null) return
    if (balanceOf(bill) < 0) this.violations.push(`${bill.number} is paid more than once`)
    checkBooked(bill, this.ledger, unbooked, this.violations)
  }

  /** Compares drawer and bank with what customers owed: each bill is paid to the cent, or no money of it was kept. */
  private checkBooks(): void {
    for (const entry of this.record.unbooked) this.ledger.set(entry.id, entry)
    for (const bill of this.record.unfiled) this.book.set(bill.number, bill)
    for (const id of this.abandoned) this.bank.close(id)
    if (this.book.size !== this.closed.length) {
      this.violations.push(`${this.book.size} bills are in the book, ${this.closed.length} were closed`)
    }
    const owed = owedOf(this.closed, this, this.violations)
    checkMoney(owed, this.bank.charges, this.ledger, this.violations)
  }
}
