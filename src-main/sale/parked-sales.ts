import type { CounterEffect, CounterStep } from '../../src-shared/pos/bill/bill-events.ts'
import { parkedBillTransition } from '../../src-shared/pos/bill/bill-transition.ts'
import type { Tab } from '../../src-shared/pos/bill/tab.ts'
import type { ParkedRecord, ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import { isRecordable, isSettled } from '../../src-shared/pos/parked/parked-transition.ts'
import type { SaleEffect, SaleEvent } from '../../src-shared/pos/sale/sale-events.ts'
import type { Log } from '../log.ts'
import { isHarmless } from './kinds-of-effects.ts'
import { factsOfUnknown } from './logged-facts.ts'
import type { SaleChange } from './sale-input.ts'

/** The sales that were parked: each continues beside the one at the counter until a person has acknowledged it. */
export interface ParkedSales {
  all(): readonly ParkedSale[]
  find(saleId: string): ParkedSale | undefined
  /** Takes over the sale that leaves the counter by this effect. */
  add(effect: Extract<CounterEffect, { kind: 'park' }>): void
  /** @returns false if the event does not apply to the sale's state: nothing happened. */
  dispatch(one: ParkedSale, event: SaleEvent): boolean
  /** See `SaleRunner.decideParked`. */
  decide(saleId: string, choice: 'keep' | 'void'): boolean
  /** See `SaleRunner.acknowledgeParked`. */
  acknowledge(saleId: string): boolean
  /** See `SaleRunner.recordParked`. */
  record(saleId: string, record: ParkedRecord): boolean
}

export function createParkedSales(
  found: readonly ParkedSale[],
  options: {
    /** The time now, ISO 8601. */
    readonly at: () => string
    /** How the counter takes back the sale that is put away; null if it may not be put away. */
    readonly leave: (one: ParkedSale) => CounterStep | null
    /** Brings this step to the counter. @returns false if it changes nothing there */
    readonly returnToCounter: (step: CounterStep) => boolean
    readonly openTab: (tab: Tab) => void
    /** Adds what these effects request to what the journal keeps. */
    readonly keep: (effects: readonly SaleEffect[]) => void
    /** Writes the change into the journal, then runs the effects. @param change null for one that is not journaled */
    readonly follow: (change: SaleChange | null, effects: readonly SaleEffect[]) => void
    /** Writes the present state into the journal; a failure is logged. */
    readonly save: () => void
    readonly onParked: (parked: readonly ParkedSale[]) => void
    readonly log: Log
  },
): ParkedSales {
  const { at, onParked, log } = options
  let parked = found

  const find = (saleId: string) => parked.find((one) => one.state.sale.id === saleId)

  function dispatch(before: ParkedSale, event: SaleEvent): boolean {
    const { next, opened, effects } = parkedBillTransition(before, event)
    if (next === before) return false
    parked = parked.flatMap((one) => (one !== before ? [one] : opened === null ? [next] : []))
    options.keep(effects)
    if (opened !== null) options.openTab(opened)
    onParked(parked)
    // A look-up without news, repeated perhaps for days, changes only the number of looks: it is not journaled.
    const lasting = next.state.kind !== before.state.kind || !effects.every(isHarmless)
    options.follow(lasting ? { event, from: before.state, to: next.state } : null, effects)
    return true
  }

  return {
    all: () => parked,
    find,
    add({ state, bill }) {
      parked = [...parked, { state, parked_at: at(), bill: bill ?? null }]
      const { id, intent_id, hsn, amount, tip } = state.sale
      log.error({ sale: id, intent_id, hsn, amount, tip }, 'sale.parked')
      onParked(parked)
    },
    dispatch,
    decide(saleId, choice) {
      const one = find(saleId)
      return one !== undefined && dispatch(one, { kind: 'decide', choice, at: at() })
    },
    acknowledge(saleId) {
      const one = find(saleId)
      if (one === undefined) return false
      const step = options.leave(one)
      if (step === null) return false
      if (!isSettled(one)) {
        log.error(factsOfUnknown(one), 'sale.put_away_unknown')
      }
      parked = parked.filter((other) => other !== one)
      onParked(parked)
      if (!options.returnToCounter(step)) options.save()
      return true
    },
    record(saleId, record) {
      const one = find(saleId)
      if (one === undefined || !isRecordable(one)) return false
      parked = parked.map((other) => (other === one ? { ...one, record } : other))
      log.warn({ sale: saleId, finding: record.finding, author: record.author }, 'sale.outcome_recorded')
      onParked(parked)
      options.save()
      return true
    },
  }
}
