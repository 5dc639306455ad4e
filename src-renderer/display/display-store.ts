import { create } from 'zustand'
import { defaultCurrency } from '../../src-shared/currency.ts'
import { moneyIn, percentIn, quantityIn } from '../../src-shared/language.ts'
import type { Cents } from '../../src-shared/money.ts'
import type {
  DisplayBridge,
  DisplaySnapshot,
} from '../../src-shared/pos/customer-display/display-snapshot.ts'
import { speak } from '../i18n/i18n.ts'

declare global {
  interface Window {
    /** Put there by the preload script; nothing else of the counter reaches this page. */
    readonly customerDisplay: DisplayBridge
  }
}

/** Null until main has answered. */
export const useDisplay = create<{ readonly snapshot: DisplaySnapshot | null }>()(() => ({ snapshot: null }))

/** Texts first, then what they are about: in another language where they cannot be loaded. */
async function show(snapshot: DisplaySnapshot): Promise<void> {
  await speak(snapshot.language).catch(() => undefined)
  useDisplay.setState({ snapshot })
}

/** Listens before it asks. What was sent meanwhile is newer than the answer. */
export async function startDisplay(): Promise<void> {
  let received = false
  let last = Promise.resolve()
  const inTurn = (snapshot: DisplaySnapshot) => {
    last = last.then(() => show(snapshot))
  }
  window.customerDisplay.onSnapshot((snapshot) => {
    received = true
    inTurn(snapshot)
  })
  const first = await window.customerDisplay.get()
  if (!received) inTurn(first)
}

/** Writes cents as this shop's customers read them. */
export function useMoney(): (amount: Cents) => string {
  const snapshot = useDisplay((state) => state.snapshot)
  return (amount) => moneyIn(snapshot?.language ?? 'en', snapshot?.currency ?? defaultCurrency, amount)
}

/** A share, as the shown language writes it: 15 %, with a space that does not break, in French. */
export function usePercent(): (percent: number) => string {
  const language = useDisplay(({ snapshot }) => snapshot?.language ?? 'en')
  return (percent) => percentIn(language, percent)
}

/** How many of something, as the shown language writes it. */
export function useQuantity(): (quantity: number) => string {
  const language = useDisplay(({ snapshot }) => snapshot?.language ?? 'en')
  return (quantity) => quantityIn(language, quantity)
}
