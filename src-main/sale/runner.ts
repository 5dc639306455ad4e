import type { Bill, ExchangeTender } from '../../src-shared/pos/bill/bill.ts'
import type {
  AtCounter,
  CounterEffect,
  CounterEvent,
  CounterStep,
} from '../../src-shared/pos/bill/bill-events.ts'
import { billTransition, parkedBillTransition } from '../../src-shared/pos/bill/bill-transition.ts'
import { billsHere } from '../../src-shared/pos/bill/bills-here.ts'
import { claimsIntent } from '../../src-shared/pos/bill/claims.ts'
import { withExchange } from '../../src-shared/pos/bill/exchange.ts'
import type { GiftCardEffect } from '../../src-shared/pos/bill/gift-card-events.ts'
import { withGiftCards } from '../../src-shared/pos/bill/gift-cards.ts'
import { leaveParked } from '../../src-shared/pos/bill/leave-parked.ts'
import { type OpenBill, openBills } from '../../src-shared/pos/bill/open-bills.ts'
import type { Tab } from '../../src-shared/pos/bill/tab.ts'
import { withBill } from '../../src-shared/pos/bill/tenders.ts'
import type { BillCash } from '../../src-shared/pos/cash/cash-entry.ts'
import type { Unsaved } from '../../src-shared/pos/cash/unsaved.ts'
import type { PaymentLink } from '../../src-shared/pos/links/payment-link.ts'
import type { PaidByLink } from '../../src-shared/pos/links/payment-link-steps.ts'
import type { ParkedRecord, ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import { isRecordable, isSettled } from '../../src-shared/pos/parked/parked-transition.ts'
import type { SaleState } from '../../src-shared/pos/sale/sale.ts'
import type { SaleAnswer, SaleEffect, SaleEvent } from '../../src-shared/pos/sale/sale-events.ts'
import type { Log } from '../log.ts'
import { createBesideTheSale } from './beside-the-sale.ts'
import { failed } from './failed-effects.ts'
import type { SaleJournal } from './journal.ts'
import { isExchangeOf, isHarmless, isKept, isOfGiftCards, mayBeTakenBack } from './kinds-of-effects.ts'
import { factsOfUnknown, idsOf } from './logged-facts.ts'
import { createReceiptNumbers, type ReceiptNumbers } from './numbering/receipt-numbers.ts'
import type { SaleInput } from './sale-input.ts'
import { createUndecidedSteps, type UndecidedStep } from './undecided-steps.ts'
import { createUnwritten } from './unwritten.ts'

export type { SaleInput } from './sale-input.ts'

/**
 * The durable shell around the sale: next state, journal, then the effects of that state, then their answers back
 * in. A state is shown to the windows at once; a request leaves only when the journal has it on the disk. Cash is taken,
 * or counts as handed back, and a part paid bill is left, only when it is there as well: where it cannot be written, the
 * state goes back. Until that is known what comes by itself waits. What a person has done stays, and the step before it
 * with it: that is booked, or filed, when a later line has it.
 */
export interface SaleRunner {
  state(): SaleState
  /** What the customer owes, and what has been paid of it; null when nothing is being paid. */
  bill(): Bill | null
  /** Cards that are held. */
  tabs(): readonly Tab[]
  /** Bills that wait for the payer of a link, or have been paid by it, beside the next sale. */
  aside(): readonly Bill[]
  /** The link of the bill at the counter, or of one that was put aside. */
  link(id: string): PaymentLink | undefined
  /** What became of a link, with the payment of one that is paid. @returns whether it is on the disk */
  changeLink(link: PaymentLink, paid: PaidByLink | null): Promise<boolean>
  /** Whether only the counter may move the money of this intent: it is in a sale, or in a bill, that is not done. */
  claims(intentId: string): boolean
  readonly numbers: ReceiptNumbers
  /** What a bill that is not in the book of sales has of this return as a tender; null where none has. */
  exchangeState(returnId: string): ExchangeTender['status'] | null
  /** All bills that the book of sales does not have yet. */
  openBills(): readonly OpenBill[]
  /** The numbers of bills that have left the counter, and are not in the book of sales yet. */
  unfiled(): readonly string[]
  /** Bills whose money is not all in the drawer's ledger yet: it may not be counted. */
  unbooked(): number
  /** @returns false when the event does not belong to the present state: nothing happened. */
  dispatch(event: SaleInput): boolean
  /** Resolves when what may be taken back, because it cannot be written down, is written, stands or was taken back. */
  settled(): Promise<void>
  /** A person decides about the payment of a parked sale. @returns as `dispatch` does. */
  decideParked(saleId: string, choice: 'keep' | 'void'): boolean
  /**
   * A person has seen what became of a parked sale, or was written down of it, or puts away one that the service has
   * not known for a day.
   * @returns false while it may still be found out.
   */
  acknowledgeParked(saleId: string): boolean
  /** A manager's statement about a parked sale that is still looked up. @returns false when it is not, or has one. */
  recordParked(saleId: string, record: ParkedRecord): boolean
  /** A person knows of the records of sales that cannot be read. @returns false when there are none. */
  acknowledgeUnreadable(): boolean
  /** Takes no more events: what is still under way goes on from the journal at the next start. */
  stop(): void
}

export interface SaleRunnerOptions {
  readonly journal: SaleJournal
  readonly perform: (effect: SaleEffect) => Promise<SaleAnswer | null>
  /** Writes into the drawer's ledger; resolves when it is on the disk. An entry that is there already is left. */
  readonly book: (entry: BillCash) => Promise<void>
  readonly openDrawer: () => void
  /** What gift cards have to do with the bill at the counter. Each may be asked for again, and happens once. */
  readonly giftCards: (effect: GiftCardEffect) => void
  /** What became of what was brought back for this bill. May be asked for again, and happens once. */
  readonly exchange: (bill: Bill) => void
  /**
   * Keeps a bill that left the counter at that time, null where nobody knows it; resolves when it is on the disk. One that
   * is there already is left.
   */
  readonly file: (bill: Bill, closedAt: string | null) => Promise<void>
  readonly onCounter: (now: AtCounter) => void
  /** Makes the link of a bill where there is none yet, and watches it; see `changeLink`. */
  readonly followLink: (linkId: string) => void
  readonly onParked: (parked: readonly ParkedSale[]) => void
  readonly onUnreadable: (count: number) => void
  readonly onUnsaved: (unsaved: Unsaved) => void
  /** Before what could not be saved is tried again, ms. */
  readonly retryMs?: number
  readonly now: () => number
  /** Who is signed in; null where nobody is. */
  readonly person: () => string | null
  readonly log: Log
}

/** Continues where the journal ends: an open sale is checked before anything else can be sold. */
export function startSaleRunner(options: SaleRunnerOptions): SaleRunner {
  const { journal, log } = options
  const { last: sale, bill, numbering, tabs, aside } = journal
  let counter: AtCounter = withBill({ sale, bill, numbering, tabs, aside })
  let { parked, unreadable } = journal
  let stopped = false
  /** Of the last change at the counter. */
  let written: Promise<boolean> = Promise.resolve(true)

  /** How many lines of the journal were begun, and which of them was written last. */
  let lines = 0
  let lastWritten = 0
  /** Resolves when the line that was begun last is on the disk, or could not be written. */
  let latest: Promise<void> = Promise.resolve()
  const undecided = createUndecidedSteps({ show: () => options.onCounter(counter), dispatch, undo })
  const unwritten = createUnwritten({ run, giftCards: options.giftCards, dispatch })

  const at = () => new Date(options.now()).toISOString()
  const write = (): Promise<void> => {
    const line = ++lines
    const { sale: state, bill, tabs, aside } = counter
    const numbering = receiptNumbers.toWrite()
    const { unclosed, unbooked, unfiled } = beside.left()
    const lists = { unclosed, parked, unreadable, bill, numbering, unbooked, unfiled, aside, tabs }
    const outcome = journal.write({ at: at(), state, ...lists }).then(
      () => {
        lastWritten = line
        beside.journalWritten(true)
        unwritten.written()
      },
      (error: unknown) => {
        beside.journalWritten(false)
        throw error
      },
    )
    latest = outcome.catch(() => undefined)
    return outcome
  }
  const receiptNumbers = createReceiptNumbers(journal, {
    present: () => counter.numbering,
    change(numbering) {
      counter = { ...counter, numbering }
      undecided.show()
      void write().catch(journalFailure)
    },
    settled,
    isStopped: () => stopped,
    at,
  })
  const beside = createBesideTheSale(journal, {
    close: (intent) => options.perform({ ...intent, kind: 'cancel_intent' }),
    book: options.book,
    file: options.file,
    write,
    onUnsaved: options.onUnsaved,
    retryMs: options.retryMs ?? 5_000,
    ...{ at, log },
  })

  async function settled(): Promise<void> {
    for (let before: unknown = null; before !== written; ) {
      before = written
      await written
    }
  }

  function dispatch(input: SaleInput): boolean {
    if (stopped) return false
    if (undecided.holdsUp(input)) return true
    const event = { ...input, at: at(), person_id: options.person() } as CounterEvent
    if ('sale_id' in event) {
      const owner = parkedSale(event.sale_id)
      if (owner !== undefined) return dispatchParked(owner, event)
    }
    const step = withGiftCards(counter, billTransition(counter, event), event)
    return advance(event, withExchange(counter, step, event))
  }

  function advance(event: CounterEvent, { next, effects }: CounterStep): boolean {
    const before = counter
    if (next === before && effects.length === 0) return false
    counter = next
    receiptNumbers.follow(next)
    keep(effects)
    const taken = mayBeTakenBack(event, effects) ? { before, next, effects } : null
    if (taken !== null) undecided.begin(taken)
    else if (next !== before) undecided.show()
    // Where the customer is at the terminal is news for the screen only.
    const lasting = (next !== before && event.kind !== 'progress') || isKept(effects)
    written = follow(lasting ? { event, from: before.sale, to: next.sale } : null, effects, taken)
    return true
  }

  const journalFailure = (error: unknown) => log.error({ err: error }, 'sale.journal_failed')
  const linkOf = (id: string) =>
    [counter.bill, ...counter.aside].find((bill) => bill?.link?.id === id)?.link ?? undefined
  const parkedSale = (id: string) => parked.find((one) => one.state.sale.id === id)

  function dispatchParked(before: ParkedSale, event: SaleEvent): boolean {
    const { next, opened, effects } = parkedBillTransition(before, event)
    if (next === before) return false
    parked = parked.flatMap((one) => (one !== before ? [one] : opened === null ? [next] : []))
    keep(effects)
    if (opened !== null) {
      counter = { ...counter, tabs: [...counter.tabs, opened] }
      undecided.show()
    }
    options.onParked(parked)
    // A look-up that brought nothing new changes a counter alone, perhaps for days.
    const lasting = next.state.kind !== before.state.kind || !effects.every(isHarmless)
    void follow(lasting ? { event, from: before.state, to: next.state } : null, effects)
    return true
  }

  /** What stands in the journal besides the sale at the counter. */
  function keep(effects: readonly CounterEffect[]): void {
    beside.takeOn(effects)
    for (const effect of effects) {
      if (effect.kind !== 'park') continue
      parked = [...parked, { state: effect.state, parked_at: at(), bill: effect.bill ?? null }]
      const { id, intent_id, hsn, amount, tip } = effect.state.sale
      log.error({ sale: id, intent_id, hsn, amount, tip }, 'sale.parked')
      options.onParked(parked)
    }
  }

  async function follow(
    change: Change | null,
    effects: readonly CounterEffect[],
    taken: UndecidedStep | null = null,
  ): Promise<boolean> {
    if (change !== null) {
      const { event, from, to } = change
      const line = lines + 1
      log.info({ event: event.kind, from: from.kind, to: to.kind, ...idsOf(to) }, 'sale.transition')
      try {
        await write()
      } catch (error) {
        log.error({ err: error, state: to.kind }, 'sale.journal_failed')
        if (taken === null) {
          unwritten.add(effects, lastWritten > line)
          return false
        }
        // What is in the journal has happened, whichever line has it: those that were begun since are waited for.
        for (let behind: unknown = null; lastWritten < line && behind !== latest; ) {
          behind = latest
          await latest
        }
        if (lastWritten < line) {
          const stands = !undecided.takeBack(taken)
          undecided.end(taken)
          if (stands) unwritten.add(effects, false)
          return false
        }
      }
    }
    if (taken !== null) undecided.end(taken)
    for (const effect of effects) void run(effect)
    return true
  }

  /** What is in no journal did not happen. */
  function undo({ before, next, effects }: UndecidedStep): boolean {
    if (counter !== next) return false
    counter = before
    beside.letGo(effects)
    return true
  }

  async function run(effect: CounterEffect): Promise<void> {
    if (effect.kind === 'cancel_intent') return beside.closeIntent(effect)
    if (effect.kind === 'book_cash') return beside.bookCash(effect.entry)
    if (effect.kind === 'open_drawer') return options.openDrawer()
    if (effect.kind === 'follow_link') return options.followLink(effect.link_id)
    if (isOfGiftCards(effect)) return options.giftCards(effect)
    if (effect.kind === 'follow_exchange') return options.exchange(effect.bill)
    if (effect.kind === 'file_bill') return beside.fileBill(effect.bill)
    const answer = await options.perform(effect).catch((error: unknown) => {
      log.error({ err: error, effect: effect.kind }, 'sale.effect_failed')
      return failed(effect, String(error))
    })
    if (answer !== null && 'sale' in effect) {
      dispatch({ ...answer, sale_id: effect.sale.id, attempt: effect.sale.attempt })
    }
  }

  beside.resume()
  for (const left of journal.parked) dispatchParked(left, { kind: 'restarted', at: at() })
  dispatch({ kind: 'restarted' })
  options.onCounter(counter)
  options.onParked(parked)
  options.onUnreadable(unreadable)
  return {
    state: () => counter.sale,
    bill: () => counter.bill,
    tabs: () => counter.tabs,
    aside: () => counter.aside,
    link: linkOf,
    async changeLink(link, paid) {
      await settled()
      return dispatch({ kind: 'link_changed', link, paid }) && (await written)
    },
    claims: (intentId) => claimsIntent(counter, parked, intentId),
    numbers: receiptNumbers.numbers,
    exchangeState(returnId) {
      const bills = [...billsHere(counter, parked), ...beside.left().unfiled]
      return bills.flatMap(({ tenders }) => tenders).find(isExchangeOf(returnId))?.status ?? null
    },
    openBills: () => openBills(counter, parked, beside.left().unfiled),
    unfiled: () => beside.left().unfiled.map(({ number }) => number),
    unbooked: () => beside.left().unbooked.length,
    dispatch,
    settled,
    decideParked(saleId, choice) {
      const one = parkedSale(saleId)
      return !stopped && one !== undefined && dispatchParked(one, { kind: 'decide', choice, at: at() })
    },
    acknowledgeParked(saleId) {
      const one = parkedSale(saleId)
      if (stopped || one === undefined) return false
      const step = leaveParked(counter, one, options.now())
      if (step === null) return false
      if (!isSettled(one)) {
        log.error(factsOfUnknown(one), 'sale.put_away_unknown')
      }
      parked = parked.filter((other) => other !== one)
      options.onParked(parked)
      const reopened = advance({ kind: 'restarted', at: at() }, step)
      if (!reopened) void write().catch(journalFailure)
      return true
    },
    recordParked(saleId, record) {
      const one = parkedSale(saleId)
      if (stopped || one === undefined || !isRecordable(one)) return false
      parked = parked.map((other) => (other === one ? { ...one, record } : other))
      log.warn({ sale: saleId, finding: record.finding, author: record.author }, 'sale.outcome_recorded')
      options.onParked(parked)
      void write().catch(journalFailure)
      return true
    },
    acknowledgeUnreadable() {
      if (stopped || unreadable === 0) return false
      log.warn({ records: unreadable }, 'sale.unreadable_acknowledged')
      unreadable = 0
      options.onUnreadable(unreadable)
      void write().catch(journalFailure)
      return true
    },
    stop: () => {
      stopped = true
      beside.stop()
    },
  }
}

interface Change {
  readonly event: CounterEvent
  readonly from: SaleState
  readonly to: SaleState
}
