import { create } from 'zustand'
import { needsApproval } from '../../../src-shared/pos/order/approval.ts'
import { changeBook, emptyBook } from '../../../src-shared/pos/order/change-book.ts'
import { changeOf } from '../../../src-shared/pos/order/change-of-request.ts'
import type { Order } from '../../../src-shared/pos/order/order.ts'
import type { OrderBook, OrderChange } from '../../../src-shared/pos/order/order-book.ts'
import type { OrderRequest } from '../../../src-shared/pos/order/order-request.ts'
import { type OrderTotals, totalsOf } from '../../../src-shared/pos/order/totals.ts'
import type { RefusalCode } from '../../../src-shared/pos/refusals.ts'
import { askMain } from '../../bridge.ts'
import { catalogueNow } from '../../catalogue/catalogue-store.ts'
import { clearRefusal, useCommandStore } from '../../stores/command-store.ts'
import { closeDialog, openDialog, useDialogStore } from '../../stores/dialog-store.ts'
import { useEntryStore, writeNote } from '../../stores/entry-store.ts'
import { keepEqual } from '../../stores/keep-equal.ts'
import { shopTimeZone } from '../../stores/shop-time-zone.ts'
import { useSnapshotStore } from '../../stores/snapshot-store.ts'

/** A message shown beside the order for a short time. */
export type CartMessage =
  | { readonly kind: 'unknown'; readonly barcode: string }
  /** Scanned while the screen could not accept it. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'removed'; readonly name: string }
  /** With the note of the sale, which is put back with the order. */
  | { readonly kind: 'cleared'; readonly note: string }

/** An item that is being added: the answers from its dialogs so far. */
export interface Adding {
  readonly item_id: string
  /** Null until it is typed, or if the item has a price of its own. */
  readonly unit_amount: number | null
  /** Null until the options are chosen. */
  readonly names: readonly string[] | null
  readonly of_age: boolean
}

interface CartStore {
  /** Changes sent to main but not answered yet; they are drawn already. */
  readonly pending: readonly { readonly id: string; readonly change: OrderChange }[]
  /** The requests that a manager is to approve together. */
  readonly approving: readonly OrderRequest[]
  readonly message: CartMessage | null
  /** The line whose dialog is open. */
  readonly editing: string | null
  /** The item whose dialogs are open before it is added. */
  readonly adding: Adding | null
}

export const useCartStore = create<CartStore>()(() => ({
  pending: [],
  approving: [],
  message: null,
  editing: null,
  adding: null,
}))

export const showMessage = (message: CartMessage | null): void => useCartStore.setState({ message })

function shown(book: Omit<OrderBook, 'held'> | null, pending: CartStore['pending']): OrderBook {
  const known: OrderBook = book === null ? emptyBook('none') : { ...book, held: [] }
  return pending.reduce((before, { id, change }) => changeBook(before, id, change), known)
}

let last: { readonly book: unknown; readonly pending: unknown; readonly shown: OrderBook } | null = null

/**
 * The order, including the cashier's last tap. If main's answer equals what is drawn already, the same object is kept
 * and nothing is redrawn.
 */
export function bookNow(): OrderBook {
  const book = useSnapshotStore.getState().snapshot?.selling.book ?? null
  const { pending } = useCartStore.getState()
  if (last?.book !== book || last.pending !== pending) {
    last = { book, pending, shown: keepEqual(last?.shown, shown(book, pending)) }
  }
  return last.shown
}

export function useBook(): OrderBook {
  useSnapshotStore(bookNow)
  return useCartStore(bookNow)
}

/** Whether the order has lines. */
export function useIsRungUp(): boolean {
  useSnapshotStore(isRungUp)
  return useCartStore(isRungUp)
}
const isRungUp = (): boolean => bookNow().draft.lines.length > 0

/** The order and its totals, which are computed once for all components that draw them. */
export function useDraft(): { readonly draft: Order; readonly totals: OrderTotals } {
  const { draft } = useBook()
  if (totalled?.draft !== draft) totalled = { draft, totals: totalsOf(draft) }
  return totalled
}
let totalled: { readonly draft: Order; readonly totals: OrderTotals } | null = null

/** These depend on data that only main has, or replace the whole order: they are drawn after main has done them. */
const waitsForMain: readonly OrderRequest['kind'][] = ['hold', 'resume', 'discard_held', 'clear']

function drawnAtOnce(id: string, request: OrderRequest): OrderChange | null {
  if (waitsForMain.includes(request.kind)) return null
  const settings = useSnapshotStore.getState().snapshot?.settings
  const book = bookNow()
  const change = changeOf(request, {
    id,
    book,
    catalogue: catalogueNow(),
    discountWord: '…',
    timeZone: shopTimeZone(),
    at: new Date().toISOString(),
    nextId: id,
  })
  if (change === null) return null
  const after = changeBook(book, id, change)
  return needsApproval(book.draft, after.draft, settings?.discount_limit ?? null) ? null : change
}

export const newId = (): string => crypto.randomUUID().slice(0, 18)

/**
 * Asks main to change the order. Changes that need no approval are drawn before main answers. Requests are sent in the
 * order of the calls.
 * @returns why main refused; null if it accepted
 */
export async function requestOrder(
  request: OrderRequest,
  pin: string | null = null,
): Promise<RefusalCode | null> {
  // A cashier who continues has read the previous refusal.
  clearRefusal()
  const id = newId()
  const change = drawnAtOnce(id, request)
  if (change !== null) useCartStore.setState(({ pending }) => ({ pending: [...pending, { id, change }] }))
  const answer = await askMain('order.change', { id, request, pin })
  if (change !== null) {
    useCartStore.setState(({ pending }) => ({ pending: pending.filter((one) => one.id !== id) }))
  }
  if (answer.ok) {
    // It is on hold with the order, and not of the next sale.
    if (request.kind === 'hold') writeNote('')
    return null
  }
  if (pin !== null) return answer.error.code
  if (answer.error.code === 'pin_needed') {
    // If another dialog closed the earlier question, its requests may concern lines that no longer exist.
    const isAsked = useDialogStore.getState().open === 'cart_approve'
    useCartStore.setState(({ approving }) => ({ approving: [...(isAsked ? approving : []), request] }))
    openDialog('cart_approve')
  } else {
    useCommandStore.setState({ refusal: answer.error.code })
  }
  return answer.error.code
}

export interface RefusedRequest {
  readonly kind: OrderRequest['kind']
  readonly code: RefusalCode
}

/**
 * Sends the requests of the open dialog to main. The dialog closes when they are done, or gives way to the PIN dialog.
 * @returns the first request refused for another reason; the dialog shows it at its field, with the typed text
 */
export async function requestFromDialog(requests: readonly OrderRequest[]): Promise<RefusedRequest | null> {
  const { open } = useDialogStore.getState()
  const answers = await Promise.all(
    requests.map(async (request) => ({ kind: request.kind, code: await requestOrder(request) })),
  )
  // If the cashier has left the dialog, the screen behind it shows the refusal.
  if (useDialogStore.getState().open !== open) return null
  const refused = answers.flatMap(({ kind, code }) => (code === null ? [] : [{ kind, code }]))[0] ?? null
  if (refused === null) closeDialog()
  else clearRefusal()
  return refused
}

/** Sends the requests again that wait for a manager's approval. */
export async function approve(pin: string): Promise<RefusalCode | null> {
  for (const request of useCartStore.getState().approving) {
    const refusal = await requestOrder(request, pin)
    if (refusal !== null) return refusal
    useCartStore.setState(({ approving }) => ({ approving: approving.filter((one) => one !== request) }))
  }
  closeDialog()
  return null
}

/** Empties the order, and the note of its sale: the next sale is another customer's. */
export async function clearOrder(): Promise<void> {
  const { note } = useEntryStore.getState()
  showMessage({ kind: 'cleared', note })
  // Before the answer: the cashier may put the order back sooner, and the note with it.
  writeNote('')
  if ((await requestOrder({ kind: 'clear' })) !== null && useEntryStore.getState().note === '')
    writeNote(note)
}

export function editLine(id: string): void {
  useCartStore.setState({ editing: id })
  openDialog('cart_line')
}

export function removeLine(id: string, name: string): void {
  void requestOrder({ kind: 'remove_line', line_id: id })
  showMessage({ kind: 'removed', name })
}
