import { isUntouched, isWaiting } from '../../src-shared/pos/bill/balance.ts'
import type { Tender } from '../../src-shared/pos/bill/bill.ts'
import type { StopReason } from '../../src-shared/pos/sale/sale.ts'
import { isUnderWay } from '../../src-shared/pos/sale/under-way.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { type Chime, play } from '../sound/sounds.ts'
import { closeCash } from './cash-store.ts'
import { clearRefusal, send } from './command-store.ts'
import { closeDialog, openDialog, useDialogStore, withdrawDialog } from './dialog-store.ts'
import { clearEntry, writeNote } from './entry-store.ts'
import { goToVerify } from './place-store.ts'
import { isAtRest, useSnapshotStore } from './snapshot-store.ts'

/** Side effects on the screen when a sale changes its state. */
export interface SaleMove {
  readonly chime: Chime | null
  /** The typed amount now belongs to the sale. */
  readonly takesEntry: boolean
  /** Note of the order that is at the counter again: nothing of it was paid, or the app was started. Empty if none. */
  readonly returnedNote: string
  /** The state changed, so earlier refusals and questions no longer apply. */
  readonly moved: boolean
}

/** Stops that the cashier knows of make no sound; every other end, or request for attention, does. */
const ownStops: readonly StopReason[] = ['cancelled_by_cashier', 'voided', 'interrupted']

const isApprovedAtTerminal = ({ sale }: Snapshot): boolean =>
  sale.kind === 'authorizing' && sale.payment !== null

/** The sale of a tender that was paid by link has an id based on the link. */
const isByLink = (tender: Tender): boolean => tender.kind === 'card' && tender.sale.id.startsWith('link_')

const paidLinks = ({ links, bill, aside }: Snapshot): number =>
  links.filter(({ state }) => state === 'paid').length +
  [bill, ...aside].flatMap((one) => one?.tenders.filter(isByLink) ?? []).length

const toDecide = ({ parked }: Snapshot): number =>
  parked.filter(({ state }) => state.kind === 'deciding').length

function chimeOf(before: Snapshot, after: Snapshot): Chime | null {
  const { sale } = after
  if (isApprovedAtTerminal(after)) return isApprovedAtTerminal(before) ? null : 'approved'
  if (before.sale.kind === sale.kind) {
    if (toDecide(after) > toDecide(before)) return 'attention'
    return paidLinks(after) > paidLinks(before) ? 'approved' : null
  }
  switch (sale.kind) {
    case 'approved':
      // The chime was played when the terminal began to wait for the signature, or when the payment was kept.
      return isApprovedAtTerminal(before) ? null : 'approved'
    case 'declined':
      return 'declined'
    case 'checking':
    case 'deciding':
      return 'attention'
    case 'stopped':
      return ownStops.includes(sale.reason) ? null : 'attention'
    default:
      return null
  }
}

/** Identifies the screen of a sale. A bill has screens of its own between its tenders. */
const placeOf = ({ sale, bill }: Snapshot): string =>
  [
    sale.kind,
    bill?.status,
    bill?.restored !== undefined,
    bill !== null && isWaiting(bill),
    ...(bill?.tenders ?? []).map(({ status }) => status),
  ].join()

function noteOfReturned({ bill }: Snapshot, after: Snapshot): string {
  if (bill === null || bill.order === null || !isUntouched(bill) || !isAtRest(after)) return ''
  // Main removes the order of a bill that waits beside the counter a moment after this snapshot.
  const waits = [...after.aside, ...after.parked.map((one) => one.bill)].some((one) => one?.id === bill.id)
  return !waits && after.selling.book?.draft.id === bill.order.id ? bill.note : ''
}

/** A tab has no bill until it is closed. Its note is that of the order with which it was to be opened. */
function noteOfUnopened({ sale: before }: Snapshot, after: Snapshot): string {
  if (!('sale' in before) || before.sale.tab?.stage !== 'opening' || !isAtRest(after)) return ''
  const { id, order, tab } = before.sale
  // Main removes the order of a tab a moment after this snapshot.
  const isLeft = [...after.tabs, ...after.parked.map(({ state }) => state)].some(({ sale }) => sale.id === id)
  return !isLeft && order !== null && after.selling.book?.draft.id === order.id ? (tab.note ?? '') : ''
}

/**
 * After a restart of the app, the order that was being rung up has its note again, unless a sale has taken both.
 * @param first the first snapshot with the orders
 */
function noteAtStart(first: Snapshot): string {
  const { book } = first.selling
  if (book === null || book.draft.lines.length === 0 || !isAtRest(first)) return ''
  const bills = [...first.aside, ...first.parked.map(({ bill }) => bill)]
  return bills.some((bill) => bill?.order?.id === book.draft.id) ? '' : (book.note ?? '')
}

/** @param before null at the first snapshot, whose contents make no sound */
export function saleMove(before: Snapshot | null, after: Snapshot): SaleMove {
  const moved = before !== null && placeOf(before) !== placeOf(after)
  const returned = moved ? noteOfReturned(before, after) || noteOfUnopened(before, after) : ''
  return {
    chime: before !== null && after.settings.sounds ? chimeOf(before, after) : null,
    takesEntry: moved && isAtRest(before),
    returnedNote: (before?.selling.book ?? null) === null ? noteAtStart(after) : returned,
    moved,
  }
}

export function followSale(): () => void {
  return useSnapshotStore.subscribe(({ snapshot: after }, { snapshot: before }) => {
    if (after === null) return
    const asks = after.close_asked
    if (asks !== (before?.close_asked ?? false)) {
      if (asks) openDialog('confirm_close')
      else if (useDialogStore.getState().open === 'confirm_close') closeDialog()
    }
    if (before !== null && after.verify_asked > before.verify_asked) goToVerify()
    const { chime, takesEntry, returnedNote, moved } = saleMove(before, after)
    if (takesEntry) clearEntry()
    if (returnedNote !== '') writeNote(returnedNote)
    // After the screen is drawn: the sound may come a moment after the picture.
    if (chime !== null) setTimeout(() => play(chime, after.settings.sound_volume))
    if (!moved) return
    clearRefusal()
    closeCash()
    const { open } = useDialogStore.getState()
    if (
      open === 'confirm_cancel' ||
      open === 'confirm_charge' ||
      open === 'confirm_undo' ||
      open === 'leave_bill' ||
      open === 'give_up_link'
    )
      withdrawDialog()
    // Nothing is under way any more that closing the app would leave behind.
    if (open === 'confirm_close' && !isUnderWay(after)) send('app.close', { close: false })
  })
}
