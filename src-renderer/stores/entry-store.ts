import { create } from 'zustand'
import type { Cents } from '../../src-shared/money.ts'
import type { PaymentEntry } from '../../src-shared/pos/sale/sale.ts'
import { type AmountKey, pressKey } from '../cashier/amount-entry.ts'
import { clearRefusal, useCommandStore } from './command-store.ts'

/** An order that is about to be paid, as the cashier saw it. */
export interface OrderToPay {
  readonly id: string
  readonly total: Cents
}

/** How an amount is paid: by a card that is presented or typed, in cash, or in parts. */
export type PayWay = PaymentEntry | 'cash' | 'split'

interface EntryStore {
  readonly amount: Cents
  readonly note: string
  /** What was chosen to pay with, while it is asked about. */
  readonly way: PayWay
  /** Null while a typed amount is what would be charged. */
  readonly order: OrderToPay | null
  /** So much of the open bill was typed before a way to pay was chosen, cents; 0: all that is left of it. */
  readonly part: Cents
}

const empty: EntryStore = { amount: 0, note: '', way: 'card', order: null, part: 0 }

/** What the cashier has typed for the sale that is not charged yet. */
export const useEntryStore = create<EntryStore>()(() => empty)

/**
 * The next sale begins: what was refused before it is of no more use. An amount that is on its way to main is what was
 * pressed: if main refuses it, it is the one that the next press is about.
 */
export function pressAmountKey(key: AmountKey): void {
  const { running } = useCommandStore.getState()
  if (running.includes('sale.charge') || running.includes('bill.open')) return
  clearRefusal()
  useEntryStore.setState(({ amount }) => ({ amount: pressKey(amount, key) }))
}

export const writeNote = (note: string): void => useEntryStore.setState({ note })

export const clearEntry = (): void => useEntryStore.setState(empty)
