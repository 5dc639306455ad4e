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
    /** Set by the preload script; this page reaches no other part of the counter. */
    readonly customerDisplay: DisplayBridge
  }
}

/** Null until main has answered. */
export const useDisplay = create<{ readonly snapshot: DisplaySnapshot | null }>()(() => ({ snapshot: null }))

/** Loads the texts before the snapshot; if they cannot be loaded, shows it in another language. */
async function show(snapshot: DisplaySnapshot): Promise<void> {
  await speak(snapshot.language).catch(() => undefined)
  useDisplay.setState({ snapshot })
}

/** Subscribes before requesting the snapshot. Any snapshot sent meanwhile is newer than the answer. */
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

/** Formats cents in the displayed language and the shop's currency. */
export function useMoney(): (amount: Cents) => string {
  const snapshot = useDisplay((state) => state.snapshot)
  return (amount) => moneyIn(snapshot?.language ?? 'en', snapshot?.currency ?? defaultCurrency, amount)
}

/** Formats a percentage in the displayed language: 15 % with a no-break space in French. */
export function usePercent(): (percent: number) => string {
  const language = useDisplay(({ snapshot }) => snapshot?.language ?? 'en')
  return (percent) => percentIn(language, percent)
}

/** Formats a quantity in the displayed language. */
export function useQuantity(): (quantity: number) => string {
  const language = useDisplay(({ snapshot }) => snapshot?.language ?? 'en')
  return (quantity) => quantityIn(language, quantity)
}
