import { vi } from 'vitest'
import { createLinkDriver, type LinkDriver } from '../../../../src-main/links/drive-link.ts'
import type { SaleJournal } from '../../../../src-main/sale/journal.ts'
import { lastState } from '../../../../src-main/sale/read-journal.ts'
import { type SaleInput, type SaleRunner, startSaleRunner } from '../../../../src-main/sale/runner.ts'
import { balanceOf, holdsMoney, paidOf } from '../../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { BillCash } from '../../../../src-shared/pos/cash/cash-entry.ts'
import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import type { SaleAnswer, SaleEffect } from '../../../../src-shared/pos/sale/sale-events.ts'
import { BillBank } from '../../shared/pos/bill/bill-bank.ts'
import { LinkService } from '../../shared/pos/bill/link-service.ts'
import { quietLog } from '../support/service.ts'
import { GiftCardLedger } from './gift-card-ledger.ts'
import { RandomCashier } from './random-cashier.ts'
import { ShownCash } from './shown-cash.ts'

/** A request to the service or the terminal, or a write to a file: done at one moment, answered at a later one. */
interface Request {
  /** What it does where it arrives. @returns what gives its answer to the counter */
  readonly arrive: (roll: number) => () => void
  answer: (() => void) | null
}

interface Line {
  readonly text: string
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Before what could not be written is tried again. */
const retryMs = 5_000

/**
 * The counter's real runner on a disk that is slow and fails, before a bank, a ledger of gift cards, a drawer and a book
 * of sales whose answers come late, payers elsewhere, a clock that is set, and a power switch: what really happened is kept here, apart from what the counter
 * believes.
 */
export class RunnerHarness {
  runner: SaleRunner
  parked: readonly ParkedSale[] = []
  readonly violations: string[] = []
  readonly reached = new Set<string>()
  readonly bank = new BillBank(this.violations)
  readonly giftCards = new GiftCardLedger()
  private readonly links = new LinkService(this.bank, this.violations)
  private driver!: LinkDriver
  readonly drawer = new Map<string, BillCash>()
  /** By number. */
  readonly book = new Map<string, Bill>()
  /** Cash that the cashier was told not to take. */
  private readonly refusedCash = new Set<string>()
  private readonly cashier = new RandomCashier(this)
  private readonly shownCash = new ShownCash()
  /** Cash is being handed back: whether it counts the cashier sees before anything else is done. */
  private isReturning = false
  private durable = ''
  private lines: Line[] = []
  private requests: Request[] = []
  private elapsed = 0
  /** What the computer's clock is ahead, ms. */
  private ahead = 0
  private run = 0
  private closing = false

  constructor() {
    this.runner = this.start()
  }

  /** One random happening; `roll` decides which and how it goes. */
  async happen(roll: number): Promise<void> {
    this.pass(1_000)
    const die = roll % 100
    const rest = Math.floor(roll / 100)
    // The disk is mostly faster than anybody.
    while (this.lines.length > 0 && rest % 4 > 0) {
      this.disk(false)
      await settled()
    }
    const isElsewhere = this.runner.bill()?.link?.state === 'open' && rest % 2 === 0
    if (die < 40 && isElsewhere) this.payerActs(Math.floor(rest / 2))
    else if (die < 40) await this.person(rest)
    else if (die < 47) this.disk(rest % 3 === 0)
    else if (die < 50) await this.diskFails(rest)
    else if (die < 94) this.network(rest)
    else if (die < 95) this.payerActs(rest)
    else if (die < 96) this.ahead = ((rest % 121) - 60) * 60_000
    else this.powerFails(rest)
    await settled()
    this.look()
  }

  /** Disk and network work again, and a cashier ends what is open: all is paid or given back. */
  async closeUp(roll: number): Promise<void> {
    this.closing = true
    await this.calm()
    for (let count = 0; count < 400 && !this.isOver(); count++) {
      if (count % 40 === 0) this.powerFails(0)
      await this.calm()
      this.cashier.endWhatIsOpen(roll + count)
      await this.calm()
    }
    this.powerFails(0)
    await this.calm()
    if (!this.isOver()) this.violations.push(`it never ended: ${this.durable}`)
    this.checkBooks()
  }

  /** @returns whether it was the counter's turn */
  dispatch(input: SaleInput): boolean {
    const isTurn = this.runner.dispatch(input)
    if (isTurn && input.kind === 'cash_returned') this.isReturning = true
    return isTurn
  }

  at = (): string => new Date(this.now()).toISOString()
  private now = (): number => Date.parse('2026-03-01T12:00:00.000Z') + this.elapsed + this.ahead

  private isOver(): boolean {
    const { runner } = this
    const isFree = runner.bill() === null && runner.state().kind === 'ready'
    const isNoneBeside = runner.tabs().length === 0 && runner.aside().length === 0
    return isFree && isNoneBeside && this.parked.length === 0
  }

  private pass(ms: number): void {
    this.elapsed += ms
    vi.advanceTimersByTime(ms)
  }

  private async calm(): Promise<void> {
    this.pass(retryMs)
    for (let count = 0; count < 60 && this.lines.length + this.requests.length > 0; count++) {
      while (this.lines.length > 0) this.disk(false)
      const before = this.requests
      this.requests = []
      for (const request of before) (request.answer ?? request.arrive(0))()
      await settled()
    }
  }

  private payerActs(roll: number): void {
    this.links.payerActs(roll, (id) => this.runner.link(id)?.amount)
  }

  private async person(roll: number): Promise<void> {
    if (this.isReturning) await this.settleDisk(roll % 3)
    const cash = this.cashier.act(roll)
    if (cash === null) return
    // Whether it may be taken the cashier sees before anything else is done.
    await settled()
    if (roll % 2 === 0) this.network(Math.floor(roll / 2))
    await settled()
    await this.settleDisk(roll % 5 === 0 ? 1 + (roll % 3) : 0)
    const isTaken = this.runner.bill()?.tenders.some((one) => one.kind === 'cash' && one.id === cash)
    if (!isTaken) this.refusedCash.add(cash)
  }

  /** All is written, or is not: as many lines fail first. What cards still hold may be seen meanwhile. */
  private async settleDisk(failing: number): Promise<void> {
    if (failing > 1) for (const tab of this.runner.tabs()) this.cashier.watchTab(tab)
    for (let left = failing; this.lines.length > 0; left--) {
      this.disk(left > 0)
      await settled()
    }
    this.isReturning = false
  }

  /** The journal's next line is on the disk, or is not. */
  private disk(fails: boolean): void {
    const line = this.lines.shift()
    if (line === undefined) return
    // Of every hundred seconds fifteen it is full, until the end.
    const second = Math.floor(this.elapsed / 1_000) % 100
    const isFull = !this.closing && second >= 70 && second < 85
    if (fails || isFull) line.reject(new Error('no space left on device'))
    else {
      this.onDisk(line.text)
      line.resolve()
    }
  }

  /** Somebody sees that it fails, and perhaps starts the computer anew before it was tried again. */
  private async diskFails(roll: number): Promise<void> {
    this.disk(true)
    await settled()
    if (Math.floor(roll / 4) % 2 === 0) return
    this.network(roll)
    this.powerFails(roll)
  }

  private onDisk(line: string): void {
    this.durable = line
    this.shownCash.written(line)
  }

  /** A request arrives, or its answer does, or what a card still holds is seen. */
  private network(roll: number): void {
    if (roll % 32 === 5) this.cashier.watchTab(this.runner.tabs()[0])
    const request = this.requests[roll % Math.max(this.requests.length, 1)]
    if (request === undefined) return
    const more = Math.floor(roll / 8)
    if (request.answer === null) request.answer = request.arrive(more)
    // Most answers come at once.
    if (more % 4 === 3) return
    this.requests = this.requests.filter((one) => one !== request)
    request.answer()
  }

  /** What was written last may be on the disk or not; a request may have left, and its answer is lost. */
  private powerFails(roll: number): void {
    this.runner.stop()
    this.driver.stop()
    const arrived = roll % (this.lines.length + 1)
    this.isReturning = false
    for (const { text } of this.lines.slice(0, arrived)) this.onDisk(text)
    for (const [index, request] of this.requests.entries()) {
      if (request.answer === null && (roll >> index) % 3 === 1) request.arrive(roll)
    }
    this.lines = []
    this.requests = []
    this.runner = this.start()
  }

  private start(): SaleRunner {
    const run = ++this.run
    const isPresent = () => run === this.run
    const { state, numbering, ...left } = lastState(this.durable, this.at())
    const journal: SaleJournal = {
      ...left,
      last: state,
      numbering: numbering ?? { series: 'KT', next: 1001 },
      write: (line) =>
        new Promise((resolve, reject) => {
          if (isPresent()) this.lines.push({ text: `${JSON.stringify(line)}\n`, resolve, reject })
        }),
      close: async () => undefined,
    }
    const driver = createLinkDriver({
      find: (id) => this.runner.link(id),
      keep: (next, answer) =>
        this.runner.changeLink(next, answer?.kind === 'session' ? (answer.session.payment ?? null) : null),
      ask: (link, request) =>
        new Promise((resolve) => {
          if (!isPresent()) return
          this.ask((roll) => {
            const answer = this.links.answer(link, request, roll)
            return () => resolve(answer)
          })
        }),
      onUrls: () => undefined,
      pause: (ms, woken) =>
        Promise.race([woken, new Promise<void>((resolve) => void setTimeout(resolve, ms))]),
      log: quietLog,
    })
    this.driver = driver
    return startSaleRunner({
      journal,
      perform: (effect) =>
        new Promise((resolve) => {
          this.ask((roll) => {
            const answer = this.answer(effect, roll)
            return () => resolve(answer)
          })
        }),
      book: (entry) => this.file(() => this.drawer.set(entry.id, entry)),
      file: (bill) =>
        this.file(() => {
          this.giftCards.follow(bill)
          // As the real one: what is there already is left.
          if (!this.book.has(bill.number)) this.book.set(bill.number, bill)
        }),
      giftCards: (effect) =>
        this.ask((roll) => {
          if (effect.kind === 'follow_gift_cards') {
            this.giftCards.follow(effect.bill)
            return () => undefined
          }
          const answer = this.giftCards.redeem(effect, roll)
          const { id } = effect.tender
          return () => isPresent() && void this.dispatch({ kind: 'gift_card_answered', id, answer })
        }),
      followLink: (id) => queueMicrotask(() => driver.follow(id)),
      exchange: () => undefined,
      openDrawer: () => undefined,
      onCounter: ({ bill }) => isPresent() && this.shownCash.show(bill),
      onParked: (parked) => {
        this.parked = parked
      },
      onUnreadable: (count) => count > 0 && this.violations.push('a line of the journal is unreadable'),
      onUnsaved: () => undefined,
      retryMs,
      now: this.now,
      person: () => null,
      log: quietLog,
    })
  }

  private answer(effect: SaleEffect, roll: number): SaleAnswer | null {
    if (effect.kind === 'wait') this.elapsed += effect.ms
    // Of every ten minutes three, until the end.
    const isOutage = !this.closing && this.elapsed % 600_000 < 180_000
    return this.bank.answer(effect, roll, isOutage)
  }

  private ask(arrive: Request['arrive']): void {
    this.requests.push({ arrive, answer: null })
  }

  /** Written to another file than the journal: it is there, or it is not and the counter tries again later. */
  private file(write: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.ask((roll) => {
        if (roll % 8 === 7) return () => reject(new Error('no space left on device'))
        write()
        return resolve
      })
    })
  }

  private look(): void {
    const { runner } = this
    const bill = runner.bill()
    this.reached.add(runner.state().kind)
    for (const { state } of this.parked) this.reached.add(`parked ${state.kind}`)
    for (const { status } of runner.tabs()) this.reached.add(`tab ${status}`)
    for (const { link } of runner.aside()) this.reached.add(`aside ${link?.state}`)
    if (bill?.link) this.reached.add(`link ${bill.link.state}`)
    for (const { kind, status } of bill?.tenders ?? []) this.reached.add(`${kind} ${status}`)
    if (this.lines.length === 0) {
      for (const fact of this.shownCash.missing())
        this.violations.push(`${fact} was shown, and is in no line of the journal`)
    }
    if (bill !== null && balanceOf(bill) < 0) this.violations.push(`${bill.number} is paid more than once`)
  }

  /** Drawer, cards and gift cards against the book of sales: each bill is paid to the cent, or nothing was kept of it. */
  private checkBooks(): void {
    let owed = 0
    for (const bill of this.book.values()) {
      if (holdsMoney(bill) && !this.cashier.left.has(bill.number))
        this.violations.push(`${bill.number} was left with money in it`)
      owed += paidOf(bill)
      for (const one of bill.tenders) {
        if (one.status !== 'paid') continue
        if (one.kind === 'cash') owed += one.rounding
        if (one.kind === 'card') owed += one.tip
      }
    }
    const cards = sumOf(this.bank.charges, ({ status, amount }) => (status === 'captured' ? amount : 0))
    const drawer = sumOf([...this.drawer.values()], ({ kind, amount }) =>
      kind === 'sale' ? amount : -amount,
    )
    const gifts = this.giftCards.taken()
    if (cards + drawer + gifts !== owed) {
      const what = `cards ${cards}, drawer ${drawer} and gift cards ${gifts}`
      this.violations.push(`${what} are not the ${owed} that was owed`)
    }
    for (const { id, status } of this.bank.charges)
      if (status === 'held') this.violations.push(`${id} is held at the end`)
    for (const id of this.refusedCash)
      if (this.drawer.has(id)) this.violations.push(`${id} is booked, and nobody took it`)
  }
}

const sumOf = <Value>(values: readonly Value[], cents: (value: Value) => number): number =>
  values.reduce((sum, value) => sum + cents(value), 0)

/** What follows from what has just happened is done. */
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))
