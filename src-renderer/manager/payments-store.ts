import { create } from 'zustand'
import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import type {
  PaymentHistory,
  PaymentSearch,
  PaymentSearchResult,
} from '../../src-shared/pos/manager/manager.ts'
import type { Filters } from '../../src-shared/pos/manager/payment-filters.ts'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { askMain } from '../bridge.ts'
import { clearRefusal, run } from '../stores/command-store.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { createLatest } from '../stores/latest.ts'
import { shopClock } from '../stores/shop-clock.ts'
import { noFilters, searchOf } from './payment-search.ts'
import { shopDay } from './period.ts'
import type { PossibleAction } from './possible-actions.ts'

export interface Confirming {
  readonly action: PossibleAction
  readonly amount: number
  /** The tip in what is captured, where it is another one than before; cents. */
  readonly tip: number | null
}

interface PaymentsStore {
  readonly filters: Filters
  /** The list as it was found last; null before the first answer. */
  readonly found: PaymentSearchResult | null
  /** What it is the answer to. */
  readonly asked: PaymentSearch | null
  readonly searching: boolean
  readonly searchFailed: RefusalCode | null
  /** The payment whose page is open. */
  readonly opened: string | null
  /** The payment whose page was left for the list: its line is gone back to. */
  readonly left: string | null
  /** Its history; null until it is known. */
  readonly history: PaymentHistory | null
  readonly openFailed: RefusalCode | null
  /** The action being prepared on the open payment, and how many cents of it (null: not typed yet). */
  readonly preparing: PossibleAction | null
  /** Stands in the dialog that asks once more; cents. */
  readonly confirming: Confirming | null
  /** So much goes back only with the PIN typed for it; cents. */
  readonly needsPin: { readonly asked: PosCommandPayload<'payments.act'>; readonly amount: number } | null
}

const empty: PaymentsStore = {
  filters: noFilters,
  found: null,
  asked: null,
  searching: false,
  searchFailed: null,
  opened: null,
  left: null,
  history: null,
  openFailed: null,
  preparing: null,
  confirming: null,
  needsPin: null,
}

export const usePaymentsStore = create<PaymentsStore>()(() => empty)

const latestSearch = createLatest()
const latestOpened = createLatest()

/** Asks for a page of the list as it is filtered now. An unclear amount asks nothing. */
export async function search(): Promise<void> {
  const asked = searchOf(usePaymentsStore.getState().filters, 1, shopDay(new Date(), shopClock()))
  if (asked === null) return
  usePaymentsStore.setState({ searching: true })
  const result = await latestSearch.only(() => askMain('payments.search', asked))
  if (result === null) return
  usePaymentsStore.setState(
    result.ok
      ? { searching: false, searchFailed: null, asked, found: result.value, left: null }
      : { searching: false, searchFailed: result.error.code },
  )
}

/** Goes on where the list ends, with what was asked for it. Once at a time. */
export async function searchOn(): Promise<void> {
  const { asked, found, searching } = usePaymentsStore.getState()
  const last = found?.rows.at(-1)
  if (asked === null || found === null || last === undefined || !found.more || searching) return
  usePaymentsStore.setState({ searching: true })
  const next = { ...asked, page: found.page + 1, after: last.intent_id }
  const result = await latestSearch.only(() => askMain('payments.search', next))
  if (result === null) return
  usePaymentsStore.setState(
    result.ok
      ? { searching: false, searchFailed: null, found: joined(found, result.value) }
      : { searching: false, searchFailed: result.error.code },
  )
}

/** The total is what the first page counted; a payment that a page by number shows again is shown once. */
function joined(found: PaymentSearchResult, next: PaymentSearchResult): PaymentSearchResult {
  const known = new Set(found.rows.map(({ intent_id }) => intent_id))
  const rows = [...found.rows, ...next.rows.filter(({ intent_id }) => !known.has(intent_id))]
  return { ...found, rows, page: next.page, more: next.more && next.rows.length > 0 }
}

/** The list as it is now: from its beginning. */
export const searchAgain = (): Promise<void> => search()

/** Changes filters; the list begins again at its first page. */
export function filter(changes: Partial<Filters>): void {
  usePaymentsStore.setState(({ filters }) => ({ filters: { ...filters, ...changes } }))
}

export const clearFilters = (): void =>
  usePaymentsStore.setState(({ filters }) => ({ filters: { ...noFilters, period: filters.period } }))

/** Opens a payment's page, or looks at it again while what is known stays in sight. */
export async function openPayment(intentId: string): Promise<void> {
  const { opened, history } = usePaymentsStore.getState()
  const again = opened === intentId
  usePaymentsStore.setState({
    opened: intentId,
    // What is shown stays out of date until it has been answered.
    ...(again && history !== null ? {} : { openFailed: null }),
    ...(again ? {} : { history: null, preparing: null }),
  })
  const result = await latestOpened.only(() => askMain('payments.open', { intent_id: intentId }))
  if (result === null) return
  usePaymentsStore.setState(
    result.ok ? { history: result.value, openFailed: null } : { openFailed: result.error.code },
  )
}

/** Looks at a payment again, if it is still the one that is open. */
export async function refreshPayment(intentId: string): Promise<void> {
  if (usePaymentsStore.getState().opened === intentId) await openPayment(intentId)
}

export function closePayment(): void {
  latestOpened.forget()
  const { opened: left } = usePaymentsStore.getState()
  usePaymentsStore.setState({ left, opened: null, history: null, openFailed: null, preparing: null })
}

/** Somebody is on the line that they had opened. */
export const backOnLine = (): void => usePaymentsStore.setState({ left: null })

export const prepare = (action: PossibleAction | null): void =>
  usePaymentsStore.setState({ preparing: action })

/** Whoever enters next begins anew: what the one before looked for is not theirs. */
export function forgetPayments(): void {
  latestSearch.forget()
  latestOpened.forget()
  usePaymentsStore.setState(empty)
}

interface Back {
  readonly words: 'toPayments' | 'toPayment'
  readonly go: () => void
}

/** Where Back leads inside the page; null: out of it. */
export function usePaymentsBack(): Back | null {
  const opened = usePaymentsStore((state) => state.opened)
  const preparing = usePaymentsStore((state) => state.preparing)
  const needsPin = usePaymentsStore((state) => state.needsPin)
  if (needsPin !== null) return { words: 'toPayment', go: dropAction }
  if (preparing !== null) return { words: 'toPayment', go: () => prepare(null) }
  return opened === null ? null : { words: 'toPayments', go: closePayment }
}

/** Asks once more, in words that state what will happen to the customer's money. */
export function confirmAction(action: PossibleAction, amount: number, tip: number | null = null): void {
  usePaymentsStore.setState({ confirming: { action, amount, tip } })
  openDialog('confirm_action')
}

/** Starts what was confirmed. Refused, the page was behind: it is shown as it stands now. */
export async function act(asked: PosCommandPayload<'payments.act'>, amount: number): Promise<void> {
  const refusal = await run('payments.act', asked)
  if (refusal === 'pin_needed') {
    clearRefusal()
    usePaymentsStore.setState({ needsPin: { asked, amount } })
  } else await refreshPayment(asked.intent_id)
}

/** Starts it with the PIN that was typed for it. @returns why that PIN was not taken; null when it was. */
export async function actWithPin(pin: string): Promise<'pin_wrong' | 'pin_locked' | null> {
  const { needsPin } = usePaymentsStore.getState()
  if (needsPin === null) return null
  const refusal = await run('payments.act', { ...needsPin.asked, pin })
  if (refusal === 'pin_wrong' || refusal === 'pin_locked') {
    clearRefusal()
    return refusal
  }
  dropAction()
  await refreshPayment(needsPin.asked.intent_id)
  return null
}

export const dropAction = (): void => usePaymentsStore.setState({ needsPin: null })
