import type { SaleRunner } from '../../../../src-main/sale/runner.ts'
import type { SaleInput } from '../../../../src-main/sale/sale-input.ts'
import {
  balanceOf,
  holdsMoney,
  isAskingGiftCard,
  isWaiting,
} from '../../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { Tab } from '../../../../src-shared/pos/bill/tab.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import { totalsOf } from '../../../../src-shared/pos/order/totals.ts'
import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import type { BankWithTerminal } from './bank-with-terminal.ts'
import { RandomManager } from './random-manager.ts'
import { RandomReturner } from './random-returner.ts'
import type { ReturnedGoods } from './returned-goods.ts'

export interface AtRunner {
  readonly runner: SaleRunner
  readonly parked: readonly ParkedSale[]
  readonly bank: BankWithTerminal
  readonly goods: ReturnedGoods
  /** Whether a request that moves money of this sale is still without an answer. */
  isMoving(saleId: string): boolean
  dispatch(input: SaleInput): boolean
}

const total = 6_003

/** Performs any action of a person at a counter, in random order. */
export class RandomCashier {
  /** Numbers of the part-paid bills that a manager took over. */
  readonly left = new Set<string>()
  readonly manager: RandomManager
  private readonly returner: RandomReturner
  private ids = 0
  private readonly at: AtRunner

  constructor(at: AtRunner) {
    this.at = at
    this.manager = new RandomManager(at)
    this.returner = new RandomReturner(at, () => this.newBill())
  }

  /** @returns the id of the cash that is handed over, if any */
  act(roll: number): string | null {
    const { runner, parked, bank } = this.at
    const bill = runner.bill()
    const state = runner.state()
    const more = Math.floor(roll / 3)
    const tab = runner.tabs()[more % Math.max(runner.tabs().length, 1)]
    const undecided = parked.find((one) => one.state.kind === 'deciding')
    const some = parked[more % Math.max(parked.length, 1)]
    const parkable = 'parkable' in state && state.parkable
    if (parkable && roll % 4 === 0) return this.send({ kind: 'finish' })
    const due = bill === null ? total : balanceOf(bill)
    const part = more % 4 < 2 ? due : 1 + (more % (due + 3))
    const charge = () => this.charge(bill === null ? total : part, more % 2 === 0)
    // An exchange that is waiting is paid first.
    const isFree = bill === null && state.kind === 'ready'
    if (isFree && roll % 3 < (this.at.goods.isWaiting() ? 2 : 1)) return this.done(this.returner.goOn(more))
    if (some !== undefined && roll % 5 === 2) return this.done(this.manager.act(some, more))
    const pays = [
      ...Array(7).fill(charge),
      () => this.cash(part),
      () => this.cash(part),
      () => this.gift(part),
      () => this.link(part),
    ]
    const leaves = [
      () => this.send({ kind: 'finish' }),
      () => this.send({ kind: 'retry', entry: 'card', tips: null }),
      () => this.send({ kind: 'pay_otherwise' }),
      () => this.send({ kind: 'decide', choice: more % 3 === 0 ? 'void' : 'keep' }),
      () => this.send({ kind: 'waive_surcharge' }),
    ]
    const waits = [
      ...Array(12).fill(() => null),
      () => this.send({ kind: 'cancel' }),
      () => this.send({ kind: 'stop_gift_card' }),
      () => this.send({ kind: more % 2 === 0 ? 'skip_tip' : 'skip_signature' }),
    ]
    const returned = () => this.send({ kind: 'cash_returned', id: this.newId('cash') })
    const owes = [
      () => this.send({ kind: 'undo_bill' }),
      returned,
      () => (more % 3 === 0 ? this.leave(bill) : null),
    ]
    const ofTab = [() => this.addToTab(tab, 100 + (more % 2_500)), () => this.closeTab(tab, more)]
    const besides = [
      ...ofTab,
      () => this.open(),
      () => this.bringBack(more),
      () => this.done(undecided && runner.decideParked(undecided.state.sale.id, more % 2 ? 'keep' : 'void')),
      () => this.done(this.manager.act(some, more)),
      () => this.done(this.returner.goOn(more)),
      () => this.openTab(1_000 + (more % 4_000)),
      () => (more % 3 === 0 && tab ? this.send({ kind: 'release_tab', tab_id: tab.sale.id }) : null),
      () => this.watchTab(tab),
      () => this.done(more % 3 === 0 && bank.captureElsewhere(more)),
    ]
    const ofLink = [
      () => this.send({ kind: 'put_aside' }),
      () => this.send({ kind: 'withdraw_link' }),
      () => null,
    ]
    const isOver = bill !== null && (bill.status === 'undoing' || due === 0)
    const isTab = bill === null && tab !== undefined && roll % 2 === 0
    const atBill = isTab
      ? ofTab
      : bill !== null && isWaiting(bill)
        ? ofLink
        : bill === null
          ? [...pays, ...besides, ...Array(4).fill(() => this.openTab(1_000 + (more % 4_000)))]
          : isOver
            ? [...owes, ...leaves]
            : [...pays, ...owes]
    const isEnded = ['stopped', 'declined', 'deciding', 'approved'].includes(state.kind)
    const fitting = state.kind === 'ready' ? atBill : isEnded ? leaves : waits
    // Sometimes an action that does not fit the state.
    const all = [...pays, ...leaves, ...waits, ...owes, ...besides, ...ofLink]
    const actions = Math.floor(roll / 7) % 6 === 0 ? all : fitting
    return actions[Math.floor(roll / 42) % actions.length]?.() ?? null
  }

  /** Takes one step towards a counter with nothing open. */
  endWhatIsOpen(roll: number): void {
    const { runner, parked } = this.at
    const bill = runner.bill()
    const sale = runner.state()
    const undecided = parked.find(({ state }) => state.kind === 'deciding')
    const payable = sale.kind === 'ready' || sale.kind === 'approved'
    const isFree = sale.kind === 'ready' && bill === null
    if (isFree && undecided !== undefined) runner.decideParked(undecided.state.sale.id, 'keep')
    else if (isFree && parked.length > 0) for (const one of parked) this.manager.putAway(one)
    else if (isFree && this.returner.end(roll)) return
    else if (isFree && runner.aside().length > 0) this.bringBack(roll)
    else if (isFree) this.endTab(roll)
    else if (bill !== null && isWaiting(bill)) this.send({ kind: 'withdraw_link' })
    else if (bill !== null && isAskingGiftCard(bill)) this.send({ kind: 'stop_gift_card' })
    else if (sale.kind === 'stopped' && sale.sale.tab?.stage === 'closing' && roll % 3 === 0)
      this.send({ kind: 'pay_otherwise' })
    else if (sale.kind === 'deciding') this.send({ kind: 'decide', choice: 'keep' })
    else if (bill !== null && holdsMoney(bill) && payable) this.endBill(bill, roll)
    else this.send({ kind: 'finish' })
  }

  private endBill(bill: Bill, roll: number): void {
    if (bill.status === 'undoing') this.send({ kind: 'cash_returned', id: this.newId('cash') })
    else if (roll % 2 === 0) this.send({ kind: 'undo_bill' })
    else this.cash(balanceOf(bill) + 500)
  }

  private endTab(roll: number): void {
    const tab = this.at.runner.tabs()[0]
    if (tab === undefined) return
    if (roll % 2 === 0) this.watchTab(tab)
    else if (roll % 3 !== 0 && tab.sale.order !== null) this.closeTab(tab, roll)
    else if (tab.status !== 'captured') this.send({ kind: 'release_tab', tab_id: tab.sale.id })
    else this.addToTab(tab, 700)
  }

  private send(input: SaleInput): null {
    return this.done(this.at.dispatch(input))
  }

  private done = (_: unknown): null => null
  private newId = (kind: string) => `${kind}_${++this.ids}`
  private newBill = () => ({ id: this.newId('bill'), order: null, total, currency: 'USD', note: '' })

  /** While a customer chooses goods for an exchange, nothing else can be charged. */
  private isHeldUp = (): boolean => this.at.runner.bill() === null && this.at.goods.isWaiting()

  private charge(amount: number, bearsSurcharge: boolean): null {
    if (this.isHeldUp()) return null
    const surcharge_rule = bearsSurcharge ? { percent: 3, postal_code: '10001' } : null
    const sale = { id: this.newId('sale'), amount, currency: 'USD', note: '', hsn: 'VT', surcharge_rule }
    return this.send({ kind: 'charge', sale: { ...sale, entry: 'card' } })
  }

  private open(): null {
    return this.isHeldUp() ? null : this.send({ kind: 'open_bill', bill: this.newBill() })
  }

  private cash(tendered: number): string | null {
    if (this.isHeldUp()) return null
    const bill = this.at.runner.bill()
    const id = this.newId('cash')
    const balance = bill === null ? total : balanceOf(bill)
    const of = { tendered, balance, step: 1, bill: bill === null ? this.newBill() : null } as const
    return this.at.dispatch({ kind: 'take_cash', id, ...of }) ? id : null
  }

  private gift(most: number): null {
    if (this.isHeldUp()) return null
    const bill = this.at.runner.bill()
    const balance = bill === null ? total : balanceOf(bill)
    const card = { card_id: 'gc_1', last_four: 'ABCD' }
    const of = { card, amount: Math.min(most, balance), balance, bill: bill === null ? this.newBill() : null }
    return this.send({ kind: 'take_gift_card', id: this.newId('gift'), ...of })
  }

  private link(amount: number): null {
    if (this.at.runner.bill() === null) this.open()
    const link = { id: this.newId('link'), amount, receiver: { kind: 'code' } } as const
    return this.send({ kind: 'send_link', link })
  }

  private bringBack(roll: number): null {
    const aside = this.at.runner.aside()
    const { id } = aside[roll % Math.max(aside.length, 1)] ?? {}
    return id === undefined ? null : this.send({ kind: 'bring_back', bill_id: id })
  }

  private leave(bill: Bill | null): null {
    if (bill !== null && this.at.dispatch({ kind: 'leave_bill' })) this.left.add(bill.number)
    return null
  }

  private openTab(amount: number): null {
    const sale = { id: this.newId('sale'), amount, currency: 'USD', note: 'Maria', hsn: 'VT' }
    const tab = { name: 'Maria', stage: 'opening' } as const
    return this.send({ kind: 'charge', sale: { ...sale, entry: 'card', tab } })
  }

  private addToTab(tab: Tab | undefined, amount: number): null {
    if (tab === undefined) return null
    const id = this.newId('ord')
    const order = { id, lines: [plainLine(id, 'Custom amount', amount)], discounts: [] }
    return this.send({ kind: 'add_to_tab', tab_id: tab.sale.id, order })
  }

  private closeTab(tab: Tab | undefined, roll: number): null {
    if (tab === undefined || tab.sale.order === null) return null
    const { total: due } = totalsOf(tab.sale.order)
    const mostTip = Math.max(0, tab.payment.amount - due)
    const tip = roll % 2 === 0 ? 0 : roll % (mostTip + 1)
    return this.send({ kind: 'close_tab', tab_id: tab.sale.id, bill_id: this.newId('bill'), total: due, tip })
  }

  /** Looks up what the card of this tab still holds. */
  watchTab(tab: Tab | undefined): null {
    if (tab === undefined) return null
    const found = this.at.bank.statusOf(tab.sale.id)
    return this.send({ kind: 'tab_seen', tab_id: tab.sale.id, found })
  }
}
