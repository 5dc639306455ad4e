import type { Bill, ExchangeTender } from '../../src-shared/pos/bill/bill.ts'
import type {
  AtCounter,
  CounterEffect,
  CounterEvent,
  CounterStep,
} from '../../src-shared/pos/bill/bill-events.ts'
import { billTransition } from '../../src-shared/pos/bill/bill-transition.ts'
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
import type { SaleState } from '../../src-shared/pos/sale/sale.ts'
import type { SaleAnswer, SaleEffect } from '../../src-shared/pos/sale/sale-events.ts'
import type { Log } from '../log.ts'
import { createBesideTheSale } from './beside-the-sale.ts'
import { failed } from './failed-effects.ts'
import type { SaleJournal } from './journal.ts'
import { createJournalLines } from './journal-lines.ts'
import { isExchangeOf, isKept, isOfGiftCards, mayBeTakenBack } from './kinds-of-effects.ts'
import { idsOf } from './logged-facts.ts'
import { createReceiptNumbers, type ReceiptNumbers } from './numbering/receipt-numbers.ts'
import { createParkedSales } from './parked-sales.ts'
import { answerTo, type SaleChange, type SaleInput } from './sale-input.ts'
import { createUndecidedSteps, type UndecidedStep } from './undecided-steps.ts'
import { createUnwritten } from './unwritten.ts'

/**
 * The durable shell around the sale: it computes the next state, writes it to the journal, runs its effects, and
 * dispatches their answers. Windows show a state at once; a request is sent only when the journal has it on the disk.
 * Steps with cash, and leaving a partly paid bill, count only then (`mayBeTakenBack`): if such a step cannot be
 * written, it is undone. Until that is known, events that no person caused wait. If a person has acted since, the step
 * stays, and is booked or filed when a later line has it.
 */
export interface SaleRunner {
  state(): SaleState
  /** What the customer owes, and what has been paid of it; null if nothing is being paid. */
  bill(): Bill | null
  /** Cards that are held. */
  tabs(): readonly Tab[]
  /** Bills that were put aside for the next sale: they wait for the payer of a link, or have been paid by it. */
  aside(): readonly Bill[]
  /** The link of the bill at the counter, or of one that was put aside. */
  link(id: string): PaymentLink | undefined
  /** Records a change of a link, with the payment if it is paid. @returns whether it is on the disk */
  changeLink(link: PaymentLink, paid: PaidByLink | null): Promise<boolean>
  /** Whether only the counter may move this intent's money: it belongs to a sale or a bill that is not done. */
  claims(intentId: string): boolean
  readonly numbers: ReceiptNumbers
  /** Status of the tender by which this return pays a bill that is not in the book of sales yet; null for none. */
  exchangeState(returnId: string): ExchangeTender['status'] | null
  /** All bills that are not in the book of sales yet. */
  openBills(): readonly OpenBill[]
  /** The numbers of bills that have left the counter, but are not in the book of sales yet. */
  unfiled(): readonly string[]
  /** Number of cash entries that are not in the drawer's ledger yet: until then the drawer may not be counted. */
  unbooked(): number
  /** @returns false if the event does not apply to the present state: nothing happened. */
  dispatch(event: SaleInput): boolean
  /** Resolves when each step that may be undone has been written, has been undone, or stays. */
  settled(): Promise<void>
  /** A person decides about the payment of a parked sale. @returns as `dispatch` does. */
  decideParked(saleId: string, choice: 'keep' | 'void'): boolean
  /**
   * A person acknowledges a parked sale: its outcome is known, a manager recorded it, or the service has not known the
   * sale for a day.
   * @returns false while the outcome may still be found
   */
  acknowledgeParked(saleId: string): boolean
  /** A manager's statement about a parked sale that is still looked up. @returns false when it is not, or has one. */
  recordParked(saleId: string, record: ParkedRecord): boolean
  /** A person has acknowledged the unreadable records of sales. @returns false if there are none. */
  acknowledgeUnreadable(): boolean
  /** Accepts no more events: unfinished work continues from the journal at the next start. */
  stop(): void
}

export interface SaleRunnerOptions {
  readonly journal: SaleJournal
  /** @param stopped aborted when the runner stops: nothing takes the answer any more */
  readonly perform: (effect: SaleEffect, stopped: AbortSignal) => Promise<SaleAnswer | null>
  /** Writes into the drawer's ledger; resolves when it is on the disk. An existing entry stays unchanged. */
  readonly book: (entry: BillCash) => Promise<void>
  readonly openDrawer: () => void
  /** Performs a gift card effect of the bill at the counter. An effect may be requested again, but happens once. */
  readonly giftCards: (effect: GiftCardEffect) => void
  /** Completes or undoes the exchange that pays this bill. May be requested again, but happens once. */
  readonly exchange: (bill: Bill) => void
  /**
   * Files a bill that has left the counter at `closedAt`, null if unknown; resolves when it is on the disk. A bill that
   * was filed before stays unchanged.
   */
  readonly file: (bill: Bill, closedAt: string | null) => Promise<void>
  readonly onCounter: (now: AtCounter) => void
  /** Creates the link of a bill if it does not exist yet, and watches it; see `changeLink`. */
  readonly followLink: (linkId: string) => void
  readonly onParked: (parked: readonly ParkedSale[]) => void
  readonly onUnreadable: (count: number) => void
  readonly onUnsaved: (unsaved: Unsaved) => void
  /** Pause before a failed write is retried, in ms. */
  readonly retryMs?: number
  readonly now: () => number
  /** The id of the person who is signed in; null if there is none. */
  readonly person: () => string | null
  readonly log: Log
}

/** Continues where the journal ends: an open sale is checked before anything else can be sold. */
export function startSaleRunner(options: SaleRunnerOptions): SaleRunner {
  const { journal, log } = options
  const { last: sale, bill, numbering, tabs, aside } = journal
  let counter: AtCounter = withBill({ sale, bill, numbering, tabs, aside })
  let { unreadable } = journal
  const stopping = new AbortController()
  const stopped = stopping.signal
  /** Whether the last change at the counter is in the journal. */
  let written: Promise<boolean> = Promise.resolve(true)

  const at = () => new Date(options.now()).toISOString()
  const undecided = createUndecidedSteps({ show: () => options.onCounter(counter), dispatch, undo })
  const unwritten = createUnwritten({ run, giftCards: options.giftCards, dispatch })
  const lines = createJournalLines(
    () => {
      const { sale: state, bill, tabs, aside } = counter
      const { unclosed, unbooked, unfiled } = beside.left()
      const numbering = receiptNumbers.toWrite()
      const lists = {
        unclosed,
        parked: parked.all(),
        unreadable,
        bill,
        numbering,
        unbooked,
        unfiled,
        aside,
        tabs,
      }
      return journal.write({ at: at(), state, ...lists })
    },
    (isThere) => {
      beside.journalWritten(isThere)
      if (isThere) unwritten.written()
    },
  )
  const save = (): void =>
    void lines.write().written.catch((error: unknown) => log.error({ err: error }, 'sale.journal_failed'))
  const receiptNumbers = createReceiptNumbers(journal, {
    present: () => counter.numbering,
    change(numbering) {
      counter = { ...counter, numbering }
      undecided.show()
      save()
    },
    settled,
    isStopped: () => stopped.aborted,
    at,
  })
  const beside = createBesideTheSale(journal, {
    close: (intent) => options.perform({ ...intent, kind: 'cancel_intent' }, stopped),
    book: options.book,
    file: options.file,
    write: () => lines.write().written,
    onUnsaved: options.onUnsaved,
    retryMs: options.retryMs ?? 5_000,
    ...{ at, log },
  })
  const parked = createParkedSales(journal.parked, {
    leave: (one) => leaveParked(counter, one, options.now()),
    returnToCounter: (step) => advance({ kind: 'restarted', at: at() }, step),
    openTab(tab) {
      counter = { ...counter, tabs: [...counter.tabs, tab] }
      undecided.show()
    },
    follow: (change, effects) => void follow(change, effects),
    onParked: options.onParked,
    ...{ at, keep, save, log },
  })

  async function settled(): Promise<void> {
    for (let before: unknown = null; before !== written; ) {
      before = written
      await written
    }
  }

  function dispatch(input: SaleInput): boolean {
    if (stopped.aborted) return false
    if (undecided.holdsUp(input)) return true
    const event = { ...input, at: at(), person_id: options.person() } as CounterEvent
    if ('sale_id' in event) {
      const owner = parked.find(event.sale_id)
      if (owner !== undefined) return parked.dispatch(owner, event)
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
    // The customer's progress at the terminal is for the screen only, not for the journal.
    const lasting = (next !== before && event.kind !== 'progress') || isKept(effects)
    written = follow(lasting ? { event, from: before.sale, to: next.sale } : null, effects, taken)
    return true
  }

  /** Adds what these effects request to the parts of the journal besides the sale at the counter. */
  function keep(effects: readonly CounterEffect[]): void {
    beside.takeOn(effects)
    for (const effect of effects) if (effect.kind === 'park') parked.add(effect)
  }

  async function follow(
    change: SaleChange | null,
    effects: readonly CounterEffect[],
    taken: UndecidedStep | null = null,
  ): Promise<boolean> {
    if (change !== null) {
      const { event, from, to } = change
      log.info({ event: event.kind, from: from.kind, to: to.kind, ...idsOf(to) }, 'sale.transition')
      const { line, written: onDisk } = lines.write()
      try {
        await onDisk
      } catch (error) {
        log.error({ err: error, state: to.kind }, 'sale.journal_failed')
        if (taken === null) {
          unwritten.add(effects, lines.hasLater(line))
          return false
        }
        // A step that any line contains has happened.
        if (!(await lines.getsLater(line))) {
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

  /** Undoes a step that is not in the journal, unless the counter has changed since. */
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
    const answer = await options.perform(effect, stopped).catch((error: unknown) => {
      log.error({ err: error, effect: effect.kind }, 'sale.effect_failed')
      return failed(effect, String(error))
    })
    if (answer !== null && 'sale' in effect) {
      dispatch(answerTo(effect, answer))
    }
  }

  beside.resume()
  for (const left of journal.parked) parked.dispatch(left, { kind: 'restarted', at: at() })
  dispatch({ kind: 'restarted' })
  options.onCounter(counter)
  options.onParked(parked.all())
  options.onUnreadable(unreadable)
  return {
    state: () => counter.sale,
    bill: () => counter.bill,
    tabs: () => counter.tabs,
    aside: () => counter.aside,
    link: (id) => [counter.bill, ...counter.aside].find((bill) => bill?.link?.id === id)?.link ?? undefined,
    async changeLink(link, paid) {
      await settled()
      return dispatch({ kind: 'link_changed', link, paid }) && (await written)
    },
    claims: (intentId) => claimsIntent(counter, parked.all(), intentId),
    numbers: receiptNumbers.numbers,
    exchangeState(returnId) {
      const bills = [...billsHere(counter, parked.all()), ...beside.left().unfiled]
      return bills.flatMap(({ tenders }) => tenders).find(isExchangeOf(returnId))?.status ?? null
    },
    openBills: () => openBills(counter, parked.all(), beside.left().unfiled),
    unfiled: () => beside.left().unfiled.map(({ number }) => number),
    unbooked: () => beside.left().unbooked.length,
    dispatch,
    settled,
    decideParked: (saleId, choice) => !stopped.aborted && parked.decide(saleId, choice),
    acknowledgeParked: (saleId) => !stopped.aborted && parked.acknowledge(saleId),
    recordParked: (saleId, record) => !stopped.aborted && parked.record(saleId, record),
    acknowledgeUnreadable() {
      if (stopped.aborted || unreadable === 0) return false
      log.warn({ records: unreadable }, 'sale.unreadable_acknowledged')
      unreadable = 0
      options.onUnreadable(unreadable)
      save()
      return true
    },
    stop: () => {
      beside.stop()
      stopping.abort()
    },
  }
}
