import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type {
  AtCounter,
  CounterEffect,
  CounterEvent,
  CounterStep,
} from '../../src-shared/pos/bill/bill-events.ts'
import { billTransition } from '../../src-shared/pos/bill/bill-transition.ts'
import { withExchange } from '../../src-shared/pos/bill/exchange.ts'
import { withGiftCards } from '../../src-shared/pos/bill/gift-cards.ts'
import { leaveParked } from '../../src-shared/pos/bill/leave-parked.ts'
import { withBill } from '../../src-shared/pos/bill/tenders.ts'
import type { BillCash } from '../../src-shared/pos/cash/cash-entry.ts'
import type { Unsaved } from '../../src-shared/pos/cash/unsaved.ts'
import type { PaymentLink } from '../../src-shared/pos/links/payment-link.ts'
import type { PaidByLink } from '../../src-shared/pos/links/payment-link-steps.ts'
import type { ParkedRecord, ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import type { Log } from '../log.ts'
import { createBesideTheSale } from './beside-the-sale.ts'
import { type CounterQueries, counterQueries } from './counter-queries.ts'
import { createFollowStep } from './follow-step.ts'
import type { SaleJournal } from './journal.ts'
import { createJournalLines } from './journal-lines.ts'
import { isKept, mayBeTakenBack } from './kinds-of-effects.ts'
import { createReceiptNumbers, type ReceiptNumbers } from './numbering/receipt-numbers.ts'
import { createParkedSales } from './parked-sales.ts'
import { createEffectRun, type EffectPerformers } from './run-effect.ts'
import type { SaleInput } from './sale-input.ts'
import { createUndecidedSteps, type UndecidedStep } from './undecided-steps.ts'
import { createUnwritten } from './unwritten.ts'

/**
 * The durable shell around the sale: it computes the next state, writes it to the journal, runs its effects, and
 * dispatches their answers. Windows show a state at once; a request is sent only when the journal has it on the disk.
 * Steps with cash, and leaving a partly paid bill, count only then (`mayBeTakenBack`): if such a step cannot be
 * written, it is undone. Until that is known, events that no person caused wait. If a person has acted since, the step
 * stays, and is booked or filed when a later line has it.
 */
export interface SaleRunner extends CounterQueries {
  /** Records a change of a link, with the payment if it is paid. @returns whether it is on the disk */
  changeLink(link: PaymentLink, paid: PaidByLink | null): Promise<boolean>
  readonly numbers: ReceiptNumbers
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

export interface SaleRunnerOptions extends EffectPerformers {
  readonly journal: SaleJournal
  /** Writes into the drawer's ledger; resolves when it is on the disk. An existing entry stays unchanged. */
  readonly book: (entry: BillCash) => Promise<void>
  /**
   * Files a bill that has left the counter at `closedAt`, null if unknown; resolves when it is on the disk. A bill that
   * was filed before stays unchanged.
   */
  readonly file: (bill: Bill, closedAt: string | null) => Promise<void>
  readonly onCounter: (now: AtCounter) => void
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
  const lines = createJournalLines(
    () => {
      const { sale: state, bill, tabs, aside } = counter
      const { unclosed, unbooked, unfiled } = beside.left()
      const numbering = receiptNumbers.toWrite()
      return journal.write({
        ...{ at: at(), state, unclosed, parked: parked.all(), unreadable },
        ...{ bill, numbering, unbooked, unfiled, aside, tabs },
      })
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
  const run = createEffectRun({ performers: options, beside, dispatch, stopped, log })
  const unwritten = createUnwritten({ run, giftCards: options.giftCards, dispatch })
  const follow = createFollowStep({ lines, undecided, unwritten, run, log })
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

  /** Undoes a step that is not in the journal, unless the counter has changed since. */
  function undo({ before, next, effects }: UndecidedStep): boolean {
    if (counter !== next) return false
    counter = before
    beside.letGo(effects)
    return true
  }

  beside.resume()
  for (const left of journal.parked) parked.dispatch(left, { kind: 'restarted', at: at() })
  dispatch({ kind: 'restarted' })
  options.onCounter(counter)
  options.onParked(parked.all())
  options.onUnreadable(unreadable)
  return {
    ...counterQueries(() => counter, parked, beside),
    async changeLink(link, paid) {
      await settled()
      return dispatch({ kind: 'link_changed', link, paid }) && (await written)
    },
    numbers: receiptNumbers.numbers,
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
