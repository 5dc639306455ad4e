import {
  balanceOf,
  cashHeld,
  holdsMoney,
  isPaid,
  paidOf,
} from '../../../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../../../src-shared/pos/bill/bill.ts'
import type {
  AtCounter,
  CounterEffect,
  CounterEvent,
  CounterStep,
} from '../../../../../src-shared/pos/bill/bill-events.ts'
import {
  billTransition,
  parkedBillTransition,
  reopen,
} from '../../../../../src-shared/pos/bill/bill-transition.ts'
import type { BillCash } from '../../../../../src-shared/pos/cash/cash-entry.ts'
import type { ParkedSale } from '../../../../../src-shared/pos/parked-sale.ts'
import { isSettled } from '../../../../../src-shared/pos/parked-transition.ts'
import type { SaleFacts } from '../../../../../src-shared/pos/sale.ts'
import type { PaymentFound, SaleAnswer } from '../../../../../src-shared/pos/sale-events.ts'
import { decline, payment } from '../sale-fixtures.ts'

interface Charge {
  readonly id: string
  readonly sale_id: string
  readonly amount: number
  status: 'captured' | 'failed' | 'voided'
}

interface Record {
  readonly counter: AtCounter
  readonly parked: readonly ParkedSale[]
  readonly unbooked: readonly BillCash[]
  readonly unfiled: readonly Bill[]
}

/**
 * A counter, a bank that approves in part, declines and loses answers, a drawer whose ledger forgets nothing, and a power
 * switch. What really was charged and lies in the drawer is kept here, apart from what the counter believes.
 */
export class BillHarness {
  record: Record
  readonly charges: Charge[] = []
  readonly ledger = new Map<string, BillCash>()
  /** The book of sales, which forgets nothing: bills by number. */
  readonly book = new Map<string, Bill>()
  /** Bills that have left the counter, as they were then. */
  readonly closed: Bill[] = []
  readonly violations: string[] = []
  /** Numbers of the bills that a manager took over part paid. */
  readonly left = new Set<string>()
  readonly reached = new Set<string>()
  private pending: CounterEffect[] = []
  private elapsed = 0
  private ids = 0

  private readonly step: 1 | 5

  constructor(step: 1 | 5) {
    this.step = step
    const counter: AtCounter = {
      bill: null,
      sale: { kind: 'ready' },
      numbering: { series: 'KT', next: 1001 },
    }
    this.record = { counter, parked: [], unbooked: [], unfiled: [] }
  }

  /** One random happening; `roll` decides which and how it goes. */
  happen(roll: number): void {
    this.elapsed += 1_000
    const die = roll % 100
    if (die < 40) this.person(Math.floor(roll / 100))
    else if (die < 92) this.answerOne(Math.floor(roll / 100))
    else this.powerFails()
    this.look()
  }

  /** The bank answers, and a cashier ends what is open: all is paid or given back. */
  closeUp(roll: number): void {
    for (let count = 0; count < 300 && !this.isOver(); count++) {
      this.elapsed += 5_000
      if (this.pending.length > 0) this.answerOne(0)
      else this.endWhatIsOpen(roll + count)
    }
    if (!this.isOver()) this.violations.push(`it never ended: ${JSON.stringify(this.record)}`)
    this.checkBooks()
  }

  private isOver(): boolean {
    const { counter, parked } = this.record
    return counter.bill === null && counter.sale.kind === 'ready' && parked.length === 0
  }

  private endWhatIsOpen(roll: number): void {
    const at = this.at()
    const { counter, parked } = this.record
    const { bill, sale } = counter
    const undecided = parked.find(({ state }) => state.kind === 'deciding')
    const payable = sale.kind === 'ready' || sale.kind === 'approved'
    if (undecided !== undefined && sale.kind === 'ready' && bill === null) {
      this.dispatchParked(undecided, { kind: 'decide', choice: roll % 2 === 0 ? 'keep' : 'void', at })
    } else if (sale.kind === 'ready' && bill === null) this.acknowledge()
    else if (sale.kind === 'deciding') this.dispatch({ kind: 'decide', choice: 'keep', at })
    else if (bill !== null && holdsMoney(bill) && payable) this.endBill(bill, roll)
    else this.dispatch({ kind: 'finish', at })
  }

  private endBill(bill: Bill, roll: number): void {
    const at = this.at()
    if (bill.status === 'undoing') this.dispatch({ kind: 'cash_returned', id: this.newId('cash'), at })
    else if (roll % 2 === 0) this.dispatch({ kind: 'undo_bill', at })
    else this.cash(balanceOf(bill) + 500)
  }

  private at = () => new Date(Date.parse('2026-03-01T12:00:00.000Z') + this.elapsed).toISOString()
  private newId = (kind: string) => `${kind}_${++this.ids}`

  private person(roll: number): void {
    const at = this.at()
    const { bill } = this.record.counter
    const left = bill === null ? 0 : balanceOf(bill)
    const more = Math.floor(roll / 16)
    const undecided = this.record.parked.find(({ state }) => state.kind === 'deciding')
    const total = { order: null, total: 6_003, currency: 'USD', note: '' }
    const finish = () => this.dispatch({ kind: 'finish', at })
    const charge = () => this.charge(bill === null ? 6_003 : 1 + (more % (left + 3)))
    const cash = () => this.cash(5 * (more % 1_500))
    const decide = () => this.dispatch({ kind: 'decide', choice: more % 3 === 0 ? 'void' : 'keep', at })
    const actions: readonly (() => void)[] = [
      charge,
      charge,
      charge,
      cash,
      cash,
      cash,
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
      () => this.dispatch({ kind: 'open_bill', bill: { id: this.newId('bill'), ...total }, at }),
      finish,
      () => this.leave(more),
    ]
    actions[roll % actions.length]?.()
  }

  /** Seldom: a manager takes the bill over as it is. */
  private leave(roll: number): void {
    const { bill } = this.record.counter
    if (roll % 5 !== 0) return
    this.dispatch({ kind: 'leave_bill', at: this.at() })
    if (bill !== null && this.record.counter.bill === null) this.left.add(bill.number)
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

  private dispatch(event: CounterEvent): void {
    const owner =
      'sale_id' in event && this.record.parked.find(({ state }) => state.sale.id === event.sale_id)
    if (owner) this.dispatchParked(owner, event as never)
    else this.advance(billTransition(this.record.counter, event))
  }

  private advance({ next, effects }: CounterStep): void {
    const { bill } = this.record.counter
    const parks = effects.some(({ kind }) => kind === 'park')
    // The number of a bill that nobody paid anything of is the next one's.
    if (bill !== null && next.bill === null && !parks && bill.tenders.length > 0) this.closed.push(bill)
    this.keep({ ...this.record, counter: next }, effects)
  }

  private dispatchParked(one: ParkedSale, event: Parameters<typeof parkedBillTransition>[1]): void {
    const { next, effects } = parkedBillTransition(one, event)
    const parked = this.record.parked.map((other) => (other === one ? next : other))
    this.keep({ ...this.record, parked }, effects)
  }

  private acknowledge(): void {
    const one = this.record.parked.find(isSettled)
    const step = one === undefined ? null : reopen(this.record.counter, one.bill)
    if (one === undefined || step === null) return
    if (one.bill !== null && !holdsMoney(one.bill)) this.closed.push(one.bill)
    this.record = { ...this.record, parked: this.record.parked.filter((other) => other !== one) }
    this.advance(step)
  }

  /** In the journal before its effects run; what is there is read as JSON again. */
  private keep(record: Record, effects: readonly CounterEffect[]): void {
    const parked = effects.flatMap((effect) =>
      effect.kind === 'park'
        ? [{ state: effect.state, parked_at: this.at(), bill: effect.bill ?? null }]
        : [],
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
    if (effect.kind === 'book_cash') {
      this.ledger.set(effect.entry.id, effect.entry)
      // The power may fail before the journal knows.
      if (roll % 5 === 4) return
      this.record = {
        ...this.record,
        unbooked: this.record.unbooked.filter(({ id }) => id !== effect.entry.id),
      }
      return
    }
    if (effect.kind === 'file_bill') {
      this.book.set(effect.bill.number, effect.bill)
      if (roll % 5 === 4) return
      const unfiled = this.record.unfiled.filter(({ id }) => id !== effect.bill.id)
      this.record = { ...this.record, unfiled }
      return
    }
    if (!('sale' in effect)) return
    const answer = this.answer(effect, roll)
    if (answer === null) return
    const { id: sale_id, attempt } = effect.sale
    this.dispatch({ ...answer, sale_id, attempt, at: this.at() })
  }

  private answer(effect: CounterEffect, roll: number): SaleAnswer | null {
    const lost = roll % 4 === 3
    switch (effect.kind) {
      case 'create_intent':
        if (lost) return { kind: 'create_failed', reason: 'service_unreachable', detail: '' }
        return {
          kind: 'intent_created',
          intent_id: `pi_${effect.sale.id}`,
          tips: roll % 3 === 0 ? { presets: [20], custom: false } : null,
        }
      case 'ask_tip':
        return { kind: 'tip_chosen', tip: roll % 2 === 0 ? 0 : 200 }
      case 'update_intent':
        return { kind: 'intent_updated' }
      case 'authorize':
        this.atTheBank(effect.sale, roll)
        return {
          kind: 'authorization_ended',
          end: lost
            ? { kind: 'unknown', cause: 'no_answer', otherwise: 'timed_out', detail: '', ended: true }
            : this.found(effect.sale),
        }
      case 'look_up':
        if (lost) return { kind: 'look_up_failed', refused: roll % 8 === 7, detail: '' }
        return { kind: 'looked_up', idle: true, found: this.found(effect.sale) }
      case 'wait':
        this.elapsed += effect.ms
        return { kind: 'waited' }
      case 'void_intent': {
        if (roll % 7 === 6) return { kind: 'void_failed', refused: true, detail: '' }
        const charge = this.charges.find(
          ({ sale_id, status }) => sale_id === effect.sale.id && status === 'captured',
        )
        if (charge !== undefined) charge.status = 'voided'
        return lost ? { kind: 'void_failed', refused: false, detail: '' } : { kind: 'void_accepted' }
      }
      case 'load_receipt':
        return { kind: 'receipt_loaded', receipt: [], signature: null }
      default:
        return null
    }
  }

  private atTheBank(sale: SaleFacts, roll: number): void {
    if (this.charges.some(({ sale_id, status }) => sale_id === sale.id && status !== 'failed')) {
      this.violations.push(`${sale.id} was charged twice`)
    }
    if (roll % 5 === 4) return
    const asked = sale.amount + sale.tip
    const amount = roll % 3 === 1 ? 1 + (roll % asked) : asked
    const status = roll % 7 === 5 ? 'failed' : 'captured'
    this.charges.push({ id: this.newId('pmt'), sale_id: sale.id, amount, status })
  }

  private found(sale: SaleFacts): PaymentFound {
    const own = this.charges.filter(({ sale_id }) => sale_id === sale.id)
    const live = own.find(({ status }) => status === 'captured')
    if (live !== undefined) {
      return { kind: 'paid', payment: payment({ payment_id: live.id, amount: live.amount }), sign: false }
    }
    if (own.some(({ status }) => status === 'voided')) return { kind: 'voided', open: false }
    const failed = own.find(({ id, status }) => status === 'failed' && !sale.failed_payments.includes(id))
    if (failed !== undefined) return { kind: 'declined', payment_id: failed.id, decline }
    return { kind: 'absent', open: true }
  }

  private look(): void {
    const { counter, unbooked } = this.record
    const { bill, sale } = counter
    this.reached.add(sale.kind)
    if (bill === null) return
    this.reached.add(bill.status)
    if (isPaid(bill)) this.reached.add('paid')
    if (bill.tenders.length > 2) this.reached.add('three tenders')
    if (balanceOf(bill) < 0) this.violations.push(`${bill.number} is paid more than once`)
    // The journal knows of all the cash that the counter shows, whatever is lost after this.
    const booked = new Set([...this.ledger.keys(), ...unbooked.map(({ id }) => id)])
    for (const tender of bill.tenders) {
      if (tender.kind === 'cash' && !booked.has(tender.id)) {
        this.violations.push(`cash of ${bill.number} is in no book`)
      }
    }
  }

  /** Drawer and bank against what customers owed: each bill is paid to the cent, or nothing was kept of it. */
  private checkBooks(): void {
    for (const entry of this.record.unbooked) this.ledger.set(entry.id, entry)
    for (const bill of this.record.unfiled) this.book.set(bill.number, bill)
    for (const bill of this.closed) {
      const kept = JSON.stringify(this.book.get(bill.number)?.tenders)
      if (kept !== JSON.stringify(bill.tenders)) this.violations.push(`${bill.number} is not in the book`)
    }
    if (this.book.size !== this.closed.length) {
      this.violations.push(`${this.book.size} bills are in the book, ${this.closed.length} were closed`)
    }
    let owed = 0
    for (const bill of this.closed) {
      const drawer = [...this.ledger.values()]
        .filter((entry) => entry.bill === bill.number)
        .reduce((sum, { kind, amount }) => sum + (kind === 'sale' ? amount : -amount), 0)
      if (drawer !== cashHeld(bill)) this.violations.push(`${bill.number}: ${drawer} cents are in the drawer`)
      const isLeft = this.left.has(bill.number)
      if (holdsMoney(bill) && !isLeft) this.violations.push(`${bill.number} was left with money in it`)
      if (isPaid(bill) || isLeft) {
        const roundings = bill.tenders.map((one) =>
          one.kind === 'cash' && one.status === 'paid' ? one.rounding : 0,
        )
        const tips = bill.tenders.map((one) => (one.kind === 'card' && one.status === 'paid' ? one.tip : 0))
        owed += paidOf(bill) + [...roundings, ...tips].reduce((sum, one) => sum + one, 0)
      }
    }
    const cards = this.charges
      .filter(({ status }) => status === 'captured')
      .reduce((sum, { amount }) => sum + amount, 0)
    const drawer = [...this.ledger.values()].reduce(
      (sum, { kind, amount }) => sum + (kind === 'sale' ? amount : -amount),
      0,
    )
    if (cards + drawer !== owed) {
      this.violations.push(`cards ${cards} and drawer ${drawer} are not the ${owed} that was owed`)
    }
    const numbers = this.closed.map(({ number }) => number)
    if (new Set(numbers).size !== numbers.length) this.violations.push(`a number was given twice: ${numbers}`)
  }
}
