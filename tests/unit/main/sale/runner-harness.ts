import { vi } from 'vitest'
import { createLinkDriver, type LinkDriver } from '../../../../src-main/links/drive-link.ts'
import type { SaleJournal } from '../../../../src-main/sale/journal.ts'
import { lastState } from '../../../../src-main/sale/read-journal.ts'
import { type SaleRunner, startSaleRunner } from '../../../../src-main/sale/runner.ts'
import type { SaleInput } from '../../../../src-main/sale/sale-input.ts'
import { balanceOf } from '../../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { CashEntry } from '../../../../src-shared/pos/cash/cash-entry.ts'
import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import type { SaleAnswer, SaleEffect } from '../../../../src-shared/pos/sale/sale-events.ts'
import { LinkService } from '../../shared/pos/bill/link-service.ts'
import { quietLog } from '../support/service.ts'
import { BankWithTerminal } from './bank-with-terminal.ts'
import { GiftCardLedger } from './gift-card-ledger.ts'
import { JournalDisk } from './journal-disk.ts'
import { LateRequests } from './late-requests.ts'
import { OpenBillWatch } from './open-bill-watch.ts'
import { RandomCashier } from './random-cashier.ts'
import { ReturnedGoods } from './returned-goods.ts'
import { ShownCash } from './shown-cash.ts'
import { checkBooks, checkShown } from './walk-books.ts'

/** Delay before a failed write is tried again, in ms. */
const retryMs = 5_000

/**
 * The counter's real runner and real returns service on a slow disk that may fail, with a bank, a terminal that other
 * counters take over by force, a ledger of gift cards, a drawer and a book of sales that answer late, payers elsewhere,
 * a settable clock, and a power switch. The true state is kept here, separately from the counter's own.
 */
export class RunnerHarness {
  runner!: SaleRunner
  parked: readonly ParkedSale[] = []
  readonly violations: string[] = []
  readonly reached = new Set<string>()
  readonly bank = new BankWithTerminal(this.violations)
  readonly giftCards = new GiftCardLedger()
  private readonly links = new LinkService(this.bank, this.violations)
  private driver!: LinkDriver
  readonly drawer = new Map<string, CashEntry>()
  /** Bills by number. */
  readonly book = new Map<string, Bill>()
  readonly goods = new ReturnedGoods(this)
  /** Cash that the cashier was shown as not taken. */
  private readonly refusedCash = new Set<string>()
  private readonly cashier = new RandomCashier(this)
  private readonly shownCash = new ShownCash()
  /**
   * Cash is being handed back, or a bill is being opened for an exchange; the cashier waits to see whether it counts.
   */
  private isAwaited = false
  private readonly disk = new JournalDisk(
    () => this.isBetween(70, 85),
    (line) => this.shownCash.written(line),
  )
  private readonly requests = new LateRequests()
  private readonly watch = new OpenBillWatch(this.bank)
  private elapsed = 0
  /** Difference between the computer's clock and `elapsed`, in ms. */
  private ahead = 0
  private run = 0
  private closing = false

  constructor() {
    this.start()
  }

  /** Runs one random event; `roll` decides which one and its outcome. */
  async happen(roll: number): Promise<void> {
    this.pass(1_000)
    const die = roll % 100
    const rest = Math.floor(roll / 100)
    // Usually the disk is faster than everything else.
    while (this.disk.count > 0 && rest % 4 > 0) {
      this.disk.next(false)
      await settled()
    }
    const isElsewhere = this.runner.bill()?.link?.state === 'open' && rest % 2 === 0
    if (die < 36 && isElsewhere) this.payerActs(Math.floor(rest / 2))
    else if (die < 36) await this.person(rest)
    else if (die < 42) this.disk.next(rest % 3 === 0)
    else if (die < 45) await this.diskFails(rest)
    else if (die < 90) this.network(rest)
    else if (die < 95) this.atTerminal(rest)
    else if (die < 96) this.payerActs(rest)
    else if (die < 97) this.ahead = ((rest % 121) - 60) * 60_000
    else if (rest % 3 > 0) this.powerFails(rest)
    // This counter gets the terminal back.
    if (rest % 8 === 5) this.bank.isTakenOver = false
    await settled()
    this.look()
  }

  /** Disk and network work again, and the cashier ends everything open: all of it is paid or given back. */
  async closeUp(roll: number): Promise<void> {
    this.closing = true
    this.bank.calm()
    await this.calm()
    for (let count = 0; count < 400 && !this.isOver(); count++) {
      if (count % 40 === 0) this.powerFails(0)
      await this.calm()
      this.watch.look(this.runner, this.parked)
      this.cashier.endWhatIsOpen(roll + count)
      await this.calm()
    }
    this.powerFails(0)
    await this.calm()
    if (!this.isOver()) this.violations.push(`it never ended: ${this.disk.last}`)
    const { left, manager } = this.cashier
    checkBooks({ ...this, left, manager })
    for (const id of this.refusedCash)
      if (this.drawer.has(id)) this.violations.push(`${id} is booked, and nobody took it`)
  }

  /** @returns whether the counter accepted the input */
  dispatch(input: SaleInput): boolean {
    const isTurn = this.runner.dispatch(input)
    const isExchange = input.kind === 'open_bill' && input.bill.exchange !== undefined
    if (isTurn && (input.kind === 'cash_returned' || isExchange)) this.isAwaited = true
    return isTurn
  }

  at = (): string => new Date(this.now()).toISOString()
  now = (): number => Date.parse('2026-03-01T12:00:00.000Z') + this.elapsed + this.ahead

  private isOver(): boolean {
    const { runner } = this
    const isFree = runner.bill() === null && runner.state().kind === 'ready'
    const isNoneBeside = runner.tabs().length === 0 && runner.aside().length === 0
    return isFree && isNoneBeside && this.parked.length === 0 && this.goods.isOver()
  }

  private pass(ms: number): void {
    this.elapsed += ms
    this.bank.pass(this.elapsed)
    vi.advanceTimersByTime(ms)
  }

  private async calm(): Promise<void> {
    this.pass(retryMs)
    await settled()
    for (let count = 0; count < 60 && this.disk.count + this.requests.count > 0; count++) {
      while (this.disk.count > 0) this.disk.next(false)
      this.requests.answerAll()
      await settled()
    }
  }

  private payerActs(roll: number): void {
    this.links.payerActs(roll, (id) => this.runner.link(id)?.amount)
  }

  private async person(roll: number): Promise<void> {
    if (this.isAwaited) await this.settleDisk(roll % 3)
    this.watch.look(this.runner, this.parked)
    const cash = this.cashier.act(roll)
    if (cash === null) return
    // The cashier waits to see whether the cash is taken before doing anything else.
    await settled()
    if (roll % 2 === 0) this.network(Math.floor(roll / 2))
    await settled()
    await this.settleDisk(roll % 5 === 0 ? 1 + (roll % 3) : 0)
    const isTaken = this.runner.bill()?.tenders.some((one) => one.kind === 'cash' && one.id === cash)
    if (!isTaken) this.refusedCash.add(cash)
  }

  /** Completes all writes, after `failing` failed ones. Meanwhile tabs may be looked up. */
  private async settleDisk(failing: number): Promise<void> {
    if (failing > 1) for (const tab of this.runner.tabs()) this.cashier.watchTab(tab)
    for (let left = failing; this.disk.count > 0; left--) {
      this.disk.next(left > 0)
      await settled()
    }
    this.isAwaited = false
  }

  /** Whether the time is in this part of every hundred seconds; never at the end of a walk. */
  private isBetween(from: number, to: number): boolean {
    const second = Math.floor(this.elapsed / 1_000) % 100
    return !this.closing && second >= from && second < to
  }

  /** A write fails, and the computer may be restarted before the write is tried again. */
  private async diskFails(roll: number): Promise<void> {
    this.disk.next(true)
    await settled()
    if (Math.floor(roll / 4) % 2 === 0) return
    this.network(roll)
    this.powerFails(roll)
  }

  /** Delivers a request or its answer, or a look-up of a tab's hold. */
  private network(roll: number): void {
    if (roll % 32 === 5) this.cashier.watchTab(this.runner.tabs()[0])
    this.requests.goOn(roll)
  }

  /** A customer acts at the terminal, which reports its steps. */
  private atTerminal(roll: number): void {
    const sale = this.bank.customerActs(roll)
    if (sale === null) return
    for (const step of ['authorizing', 'approved', 'signing'] as const)
      this.dispatch({ kind: 'progress', intent_id: sale.intent_id, step })
  }

  /** The last write may or may not be on the disk; a request may have been sent, and its answer is lost. */
  private powerFails(roll: number): void {
    this.runner.stop()
    this.driver.stop()
    this.goods.stop()
    this.isAwaited = false
    this.disk.lose(roll)
    this.requests.lose(roll)
    this.start()
  }

  private start(): void {
    const run = ++this.run
    this.watch.restart()
    const isPresent = () => run === this.run
    const { state, numbering, ...left } = lastState(this.disk.last, this.at())
    const journal: SaleJournal = {
      ...left,
      last: state,
      numbering: numbering ?? { series: 'KT', next: 1001 },
      write: (line) => (isPresent() ? this.disk.write(line) : never),
      close: async () => undefined,
    }
    const driver = createLinkDriver({
      find: (id) => this.runner.link(id),
      keep: (next, answer) =>
        this.runner.changeLink(next, answer?.kind === 'session' ? (answer.session.payment ?? null) : null),
      ask: (link, request) =>
        isPresent() ? this.asked((roll) => this.links.answer(link, request, roll)) : never,
      onUrls: () => undefined,
      pause: (ms, woken) =>
        Promise.race([woken, new Promise<void>((resolve) => void setTimeout(resolve, ms))]),
      log: quietLog,
    })
    this.driver = driver
    this.runner = startSaleRunner({
      journal,
      perform: (effect) => (isPresent() ? this.perform(effect) : never),
      book: (entry) => (isPresent() ? this.file(() => this.drawer.set(entry.id, entry)) : never),
      file: async (bill) => {
        await this.exchangeEnded(bill, isPresent)
        await this.file(() => {
          this.giftCards.follow(bill)
          // Like the real book, it keeps an existing bill.
          if (!this.book.has(bill.number)) this.book.set(bill.number, bill)
        })
      },
      giftCards: (effect) =>
        this.requests.ask((roll) => {
          if (effect.kind === 'follow_gift_cards') {
            this.giftCards.follow(effect.bill)
            return () => undefined
          }
          const answer = this.giftCards.redeem(effect, roll)
          const { id } = effect.tender
          return () => isPresent() && void this.dispatch({ kind: 'gift_card_answered', id, answer })
        }),
      followLink: (id) => queueMicrotask(() => driver.follow(id)),
      exchange: (bill) => void this.exchangeEnded(bill, isPresent).catch(() => undefined),
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
    this.goods.start(isPresent)
  }

  /** Waits a turn, so that runner and returns service have both started. */
  private async exchangeEnded(bill: Bill, isPresent: () => boolean): Promise<void> {
    await Promise.resolve()
    await (isPresent() ? this.goods.service.exchangeEnded(bill) : never)
  }

  isMoving = (saleId: string): boolean => this.requests.isMoving(saleId)
  shownBill = (): Bill | null => this.shownCash.shown

  private perform(effect: SaleEffect): Promise<SaleAnswer | null> {
    const saleId = effect.kind === 'void_intent' || effect.kind === 'capture_intent' ? effect.sale.id : null
    return new Promise((resolve) => {
      if (effect.kind !== 'authorize') {
        this.requests.ask(
          (roll) => {
            const answer = this.answer(effect, roll)
            return () => resolve(answer)
          },
          { saleId },
        )
        return
      }
      const { sale } = effect
      this.requests.ask(
        (roll) => {
          this.bank.begin(sale, roll)
          return () => resolve({ kind: 'authorization_ended', end: this.bank.endOf(sale, roll) })
        },
        { isAnswered: () => this.bank.isOver(sale) },
      )
    })
  }

  private answer(effect: SaleEffect, roll: number): SaleAnswer | null {
    if (effect.kind === 'cancel_intent') {
      this.bank.closeLeft(effect.sale_id, this.cashier.manager.statedAsNotCharged.has(effect.sale_id))
      return null
    }
    // A look-up without a sale that waits for it changes nothing.
    const isWaited = effect.kind !== 'look_up' || this.isLookedUp(effect.sale.id)
    if (effect.kind === 'wait') this.elapsed += effect.ms
    return this.bank.answer(effect, isWaited ? roll : 0, isWaited && this.isBetween(30, 60))
  }

  private isLookedUp(saleId: string): boolean {
    const states = [this.runner.state(), ...this.parked.map(({ state }) => state)]
    return states.some((state) => 'parkable' in state && state.sale.id === saleId)
  }

  /** @param arrive carries out the request at the service @returns its answer, which may be late */
  asked<Answer>(arrive: (roll: number) => Answer): Promise<Answer> {
    return new Promise((resolve) => {
      this.requests.ask((roll) => {
        const answer = arrive(roll)
        return () => resolve(answer)
      })
    })
  }

  /** Writes to another file than the journal: succeeds, or fails and is tried again later. */
  file(write: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.requests.ask((roll) => {
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
    for (const { status, exchange, parts } of this.goods.durable.values()) {
      this.reached.add(`${exchange === undefined ? 'return' : 'exchange'} ${status}`)
      for (const part of parts) this.reached.add(`${part.kind} part ${part.state}`)
    }
    const { statedAsCharged, statedAsNotCharged } = this.cashier.manager
    if (statedAsCharged.size > 0) this.reached.add('put away as charged')
    if (statedAsNotCharged.size > 0) this.reached.add('put away as not charged')
    this.reachedOf(runner.state(), this.parked)
    if (bill?.link) this.reached.add(`link ${bill.link.state}`)
    for (const { kind, status } of bill?.tenders ?? []) this.reached.add(`${kind} ${status}`)
    if (this.disk.count === 0) {
      for (const fact of this.shownCash.missing())
        this.violations.push(`${fact} was shown, and is in no line of the journal`)
    }
    if (bill !== null && balanceOf(bill) < 0) this.violations.push(`${bill.number} is paid more than once`)
  }

  private reachedOf(state: SaleState, parked: readonly ParkedSale[]): void {
    for (const { record } of parked) if (record !== undefined) this.reached.add(`parked as ${record.finding}`)
    for (const one of [state, ...parked.map((one) => one.state)]) {
      checkShown(one, this.bank, this.violations)
      if (one.kind === 'stopped') this.reached.add(`stopped ${one.reason}`)
      if (one.kind === 'checking') this.reached.add(`checking ${one.otherwise}`)
      if (one.kind === 'approved' && one.sale.surcharge > 0) this.reached.add('surcharge paid')
    }
  }
}

/** A promise for calls of a counter that no longer runs. */
const never = new Promise<never>(() => undefined)

/** Resolves once the consequences of the last event are done. */
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))
