import { create } from 'zustand'
import type { Cents } from '../../src-shared/money.ts'
import type { PaymentEntry } from '../../src-shared/pos/sale/sale.ts'
import { type AmountKey, pressKey } from '../cashier/amount-entry.ts'
import { clearRefusal, useCommandStore } from './command-store.ts'
import { areKeysAhead, holdKey } from './keys-ahead.ts'

/** An order that is about to be paid, as shown to the cashier. */
export interface OrderToPay {
  readonly id: string
  readonly total: Cents
}

/** How an amount is paid: by a presented or typed card, in cash, or in parts. */
export type PayWay = PaymentEntry | 'cash' | 'split'

interface EntryStore {
  readonly amount: Cents
  readonly note: string
  /** The chosen way to pay, while the confirmation is open. */
  readonly way: PayWay
  /** Null if the typed amount would be charged. */
  readonly order: OrderToPay | null
  /** Part of the open bill that was typed before choosing a way to pay, in cents; 0 for the whole balance. */
  readonly part: Cents
}

const empty: EntryStore = { amount: 0, note: '', way: 'card', order: null, part: 0 }

/** The cashier's entries for the sale that is not charged yet. */
export const useEntryStore = create<EntryStore>()(() => empty)

/**
 * Handles a key of the next amount and clears the last refusal. The amount does not change while its charge is on the
 * way to main: if main refuses, the next press concerns the same amount. While its bill is on the way, the key is meant
 * for the bill's screen.
 */
export function pressAmountKey(key: AmountKey): void {
  const { running } = useCommandStore.getState()
  if (areKeysAhead()) {
    holdKey(key)
    return
  }
  if (running.includes('sale.charge') || running.includes('bill.open')) return
  clearRefusal()
  useEntryStore.setState(({ amount }) => ({ amount: pressKey(amount, key) }))
}

export const writeNote = (note: string): void => useEntryStore.setState({ note })

export const clearEntry = (): void => useEntryStore.setState(empty)
