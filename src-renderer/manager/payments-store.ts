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
  /** The captured tip if it differs from the previous one, in cents. */
  readonly tip: number | null
}

interface PaymentsStore {
  readonly filters: Filters
  /** The latest result; null before the first answer. */
  readonly found: PaymentSearchResult | null
  /** The search that `found` answers. */
  readonly asked: PaymentSearch | null
  readonly searching: boolean
  readonly searchFailed: RefusalCode | null
  /** The payment whose page is open. */
  readonly opened: string | null
  /** The payment whose page was left: the list returns to its row. */
  readonly left: string | null
  /** History of the open payment; null until it is loaded. */
  readonly history: PaymentHistory | null
  readonly openFailed: RefusalCode | null
  /** The action that is being prepared on the open payment. */
  readonly preparing: PossibleAction | null
  /** The action in the confirmation dialog; amounts in cents. */
  readonly confirming: Confirming | null
  /** A refund that needs the PIN typed for it; amount in cents. */
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

/** Requests the first page of the filtered list. Does nothing while an amount is unclear. */
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

/** Requests the next page of the same search, one at a time. */
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

/** Keeps the total of the first page. A payment that a numbered page repeats is shown once. */
function joined(found: PaymentSearchResult, next: PaymentSearchResult): PaymentSearchResult {
  const known = new Set(found.rows.map(({ intent_id }) => intent_id))
  const rows = [...found.rows, ...next.rows.filter(({ intent_id }) => !known.has(intent_id))]
  return { ...found, rows, page: next.page, more: next.more && next.rows.length > 0 }
}

/** Changes filters; the list starts again at its first page. */
export function filter(changes: Partial<Filters>): void {
  usePaymentsStore.setState(({ filters }) => ({ filters: { ...filters, ...changes } }))
}

export const clearFilters = (): void =>
  usePaymentsStore.setState(({ filters }) => ({ filters: { ...noFilters, period: filters.period } }))

/** Opens a payment's page, or reloads it while the known history stays visible. */
export async function openPayment(intentId: string): Promise<void> {
  const { opened, history } = usePaymentsStore.getState()
  const again = opened === intentId
  usePaymentsStore.setState({
    opened: intentId,
    // After a failed reload, the shown history stays marked as out of date until a new answer arrives.
    ...(again && history !== null ? {} : { openFailed: null }),
    ...(again ? {} : { history: null, preparing: null }),
  })
  const result = await latestOpened.only(() => askMain('payments.open', { intent_id: intentId }))
  if (result === null) return
  usePaymentsStore.setState(
    result.ok ? { history: result.value, openFailed: null } : { openFailed: result.error.code },
  )
}

/** Reloads a payment if it is still the open one. */
export async function refreshPayment(intentId: string): Promise<void> {
  if (usePaymentsStore.getState().opened === intentId) await openPayment(intentId)
}

export function closePayment(): void {
  latestOpened.forget()
  const { opened: left } = usePaymentsStore.getState()
  usePaymentsStore.setState({ left, opened: null, history: null, openFailed: null, preparing: null })
}

/** The focus is back on the row of the payment that was open. */
export const backOnLine = (): void => usePaymentsStore.setState({ left: null })

export const prepare = (action: PossibleAction | null): void =>
  usePaymentsStore.setState({ preparing: action })

/** The next person starts with an empty page and does not see the previous searches. */
export function forgetPayments(): void {
  latestSearch.forget()
  latestOpened.forget()
  usePaymentsStore.setState(empty)
}

interface Back {
  readonly words: 'toPayments' | 'toPayment'
  readonly go: () => void
}

/** The target of Back inside the page; null if Back leaves the page. */
export function usePaymentsBack(): Back | null {
  const opened = usePaymentsStore((state) => state.opened)
  const preparing = usePaymentsStore((state) => state.preparing)
  const needsPin = usePaymentsStore((state) => state.needsPin)
  if (needsPin !== null) return { words: 'toPayment', go: dropAction }
  if (preparing !== null) return { words: 'toPayment', go: () => prepare(null) }
  return opened === null ? null : { words: 'toPayments', go: closePayment }
}

/** Opens the confirmation, which explains the effect on the customer's money. */
export function confirmAction(action: PossibleAction, amount: number, tip: number | null = null): void {
  usePaymentsStore.setState({ confirming: { action, amount, tip } })
  openDialog('confirm_action')
}

/** Starts the confirmed action. A refusal means that the page was out of date, so the payment is reloaded. */
export async function act(asked: PosCommandPayload<'payments.act'>, amount: number): Promise<void> {
  const refusal = await run('payments.act', asked)
  if (refusal === 'pin_needed') {
    clearRefusal()
    usePaymentsStore.setState({ needsPin: { asked, amount } })
  } else await refreshPayment(asked.intent_id)
}

/** Starts the action with the typed PIN. @returns why the PIN was refused; null if it was accepted. */
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
