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
import type { PaymentLink } from '../../src-shared/pos/links/payment-link.ts'
import type { PaidByLink } from '../../src-shared/pos/links/payment-link-steps.ts'
import type { ParkedRecord, ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import { type CounterJournalOptions, createCounterJournal } from './counter-journal.ts'
import { type CounterQueries, counterQueries } from './counter-queries.ts'
import { createFollowStep } from './follow-step.ts'
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

export interface SaleRunnerOptions extends EffectPerformers, CounterJournalOptions {
  readonly onCounter: (now: AtCounter) => void
  readonly onParked: (parked: readonly ParkedSale[]) => void
  readonly now: () => number
  /** The id of the person who is signed in; null if there is none. */
  readonly person: () => string | null
}

/** Continues where the journal ends: an open sale is checked before anything else can be sold. */
export function startSaleRunner(options: SaleRunnerOptions): SaleRunner {
  const { journal, log } = options
  const { last: sale, bill, numbering, tabs, aside } = journal
  let counter: AtCounter = withBill({ sale, bill, numbering, tabs, aside })
  const stopping = new AbortController()
  const stopped = stopping.signal
  /** Whether the last change at the counter is in the journal. */
  let written: Promise<boolean> = Promise.resolve(true)

  const at = () => new Date(options.now()).toISOString()
  const undecided = createUndecidedSteps({ show: () => options.onCounter(counter), dispatch, undo })
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
  const { lines, beside, save, acknowledgeUnreadable } = createCounterJournal(options, {
    present: () => counter,
    parked: () => parked.all(),
    numbering: receiptNumbers.toWrite,
    close: (intent) => options.perform({ ...intent, kind: 'cancel_intent' }, stopped),
    onLine: () => unwritten.written(),
    at,
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
  options.onUnreadable(journal.unreadable)
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
    acknowledgeUnreadable: () => !stopped.aborted && acknowledgeUnreadable(),
    stop: () => {
      beside.stop()
      stopping.abort()
    },
  }
}
