import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDialog, useDialogStore } from '../../../../src-renderer/stores/dialog-store.ts'
import { clearEntry, useEntryStore } from '../../../../src-renderer/stores/entry-store.ts'
import { followSale, saleMove } from '../../../../src-renderer/stores/follow-sale.ts'
import { usePlaceStore } from '../../../../src-renderer/stores/place-store.ts'
import { acceptSnapshot, useSnapshotStore } from '../../../../src-renderer/stores/snapshot-store.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

const silent = { ...snapshots.approved, settings: { ...snapshots.approved.settings, sounds: false } }

describe('when a sale changes its state', () => {
  test('an approval and a decline make a sound', () => {
    expect(saleMove(snapshots.authorizing, snapshots.approved).chime).toBe('approved')
    expect(saleMove(snapshots.authorizing, snapshots.declined).chime).toBe('declined')
  })

  test.each([
    'checking',
    'deciding-partial',
    'deciding-after-cancel',
    'stopped-by-customer',
    'stopped-timed-out',
  ] as const)('a sale that needs the cashier calls for attention: %s', (name) => {
    expect(saleMove(snapshots.authorizing, snapshots[name]).chime).toBe('attention')
  })

  test('changes that the cashier caused make no sound', () => {
    expect(saleMove(snapshots.ready, snapshots.creating).chime).toBeNull()
    expect(saleMove(snapshots.authorizing, snapshots['stopped-by-cashier']).chime).toBeNull()
  })

  test('an approval makes its sound before the signature, and not again after it', () => {
    expect(saleMove(snapshots.authorizing, snapshots['authorizing-signing']).chime).toBe('approved')
    expect(saleMove(snapshots['authorizing-card-left-in'], snapshots['authorizing-signing']).chime).toBeNull()
    expect(saleMove(snapshots['authorizing-signing'], snapshots.approved).chime).toBeNull()
  })

  test('a parked payment that turns out approved calls for attention', () => {
    expect(saleMove(snapshots.ready, snapshots['ready-parked']).chime).toBe('attention')
  })

  test('an approval makes a sound once, not again when its receipt prints', () => {
    expect(saleMove(snapshots.approved, snapshots['approved-printing']).chime).toBeNull()
  })

  test('no sound is made when sounds are off, or for the state at the opening of the screen', () => {
    expect(saleMove(snapshots.authorizing, silent).chime).toBeNull()
    expect(saleMove(null, snapshots.approved).chime).toBeNull()
  })

  test('the typed amount is taken over when a sale starts from the ready counter, and only then', () => {
    expect(saleMove(snapshots.ready, snapshots.creating).takesEntry).toBe(true)
    expect(saleMove(snapshots.approved, snapshots.ready).takesEntry).toBe(false)
    expect(saleMove(snapshots.ready, snapshots['terminal-offline']).takesEntry).toBe(false)
    expect(saleMove(null, snapshots.creating).takesEntry).toBe(false)
  })
})

describe('the note of an order', () => {
  const counter = snapshots['ready-order-free']
  const order = counter.selling.book.draft
  const bill = { ...snapshots['bill-to-pay'].bill, order, note: 'Table 4' }
  const sale = snapshots['stopped-by-customer'].sale
  const noteAfter = (before: Snapshot, after: Snapshot) => saleMove(before, after).returnedNote

  test('it is at the counter again with the order when its bill was left without a payment', () => {
    expect(noteAfter({ ...counter, bill }, counter)).toBe('Table 4')
    expect(noteAfter({ ...counter, bill, sale }, counter)).toBe('Table 4')
  })

  test('it does not return after a payment, beside the counter, or without its order', () => {
    const { tenders } = snapshots['bill-part-paid'].bill
    expect(noteAfter({ ...counter, bill: { ...bill, tenders } }, counter)).toBe('')
    expect(noteAfter({ ...counter, bill }, { ...counter, aside: [bill] })).toBe('')
    const [parked] = snapshots['ready-parked'].parked
    if (parked === undefined) throw new Error('no parked sale')
    expect(noteAfter({ ...counter, bill, sale }, { ...counter, parked: [{ ...parked, bill }] })).toBe('')
    expect(noteAfter({ ...counter, bill }, snapshots.ready)).toBe('')
    expect(noteAfter({ ...counter, bill: { ...bill, order: null } }, counter)).toBe('')
    // The bill's sale ends, and the bill stays.
    expect(noteAfter({ ...counter, bill, sale }, { ...counter, bill })).toBe('')
  })

  test('it is at the counter again with the order whose tab was not opened, and stays with a tab that was', () => {
    const held = snapshots['tab-open'].sale
    if (held.kind !== 'approved') throw new Error('not held')
    const tab = { name: 'Maria', stage: 'opening' as const, note: 'Table 4' }
    const opening = { ...held.sale, order, bill: null, tab }
    const opened = { ...counter, sale: { ...held, sale: opening } }
    const failed = { ...counter, sale: { ...sale, sale: opening } }
    expect(noteAfter(failed, counter)).toBe('Table 4')
    expect(noteAfter(failed, snapshots.ready)).toBe('')
    const [open] = snapshots['ready-tabs'].tabs
    if (open === undefined) throw new Error('no tab')
    expect(noteAfter(opened, { ...counter, tabs: [{ ...open, sale: opening }] })).toBe('')
    const [parked] = snapshots['ready-parked-unknown'].parked
    if (parked === undefined) throw new Error('no parked sale')
    const state = { ...parked.state, sale: opening }
    expect(noteAfter(failed, { ...counter, parked: [{ ...parked, state }] })).toBe('')
  })

  test('it is at the counter with the order after a start of the app, but not beside its bill', () => {
    const { selling } = counter
    const noted = { ...counter, selling: { ...selling, book: { ...selling.book, note: 'Table 4' } } }
    const noteAtStart = (first: Snapshot) => saleMove(null, first).returnedNote
    expect(noteAtStart(noted)).toBe('Table 4')
    expect(noteAfter({ ...counter, selling: { ...selling, book: null } }, noted)).toBe('Table 4')
    expect(noteAtStart(counter)).toBe('')
    expect(noteAtStart({ ...noted, bill })).toBe('')
    expect(noteAtStart({ ...noted, aside: [bill] })).toBe('')
    const nothing = { ...order, lines: [] }
    expect(
      noteAtStart({ ...noted, selling: { ...selling, book: { ...noted.selling.book, draft: nothing } } }),
    ).toBe('')
    expect(saleMove(counter, noted).returnedNote).toBe('')
  })

  test('it is typed back into its field', () => {
    let revision = 0
    const show = (snapshot: Snapshot) => acceptSnapshot({ ...snapshot, revision: ++revision })
    useSnapshotStore.setState({ snapshot: null })
    const stop = followSale()
    onTestFinished(() => {
      stop()
      clearEntry()
      useSnapshotStore.setState({ snapshot: null })
    })
    show(counter)
    useEntryStore.setState({ note: 'Table 4' })
    show({ ...counter, bill })
    expect(useEntryStore.getState().note).toBe('')
    show(counter)
    expect(useEntryStore.getState().note).toBe('Table 4')
  })
})

describe('requests from the app’s menu', () => {
  test('the menu opens the audit log for verification on each request, but not during a sale', () => {
    let revision = 0
    const show = (snapshot: Snapshot, verify_asked: number) =>
      acceptSnapshot({ ...snapshot, verify_asked, revision: ++revision })
    useSnapshotStore.setState({ snapshot: null })
    const stop = followSale()
    onTestFinished(() => {
      stop()
      usePlaceStore.setState({ place: 'counter', verifies: false })
      useSnapshotStore.setState({ snapshot: null })
    })
    const where = () => {
      const { place, verifies } = usePlaceStore.getState()
      return { place, verifies }
    }
    // A request from before this window opened is ignored.
    show(snapshots.ready, 1)
    expect(where()).toEqual({ place: 'counter', verifies: false })
    show(snapshots.authorizing, 2)
    expect(where()).toEqual({ place: 'counter', verifies: false })
    show(snapshots.ready, 3)
    expect(where()).toEqual({ place: 'audit', verifies: true })
    usePlaceStore.setState({ place: 'counter', verifies: false })
    show(snapshots.ready, 3)
    expect(where()).toEqual({ place: 'counter', verifies: false })
  })
})

/** Opens a window during a sale, with the dialog that asks whether to close it. */
function askedAboutClosing() {
  const close = vi.fn(async () => ({ ok: true, value: null }))
  vi.stubGlobal('window', { countertop: { commands: { 'app.close': close } } })
  let revision = 0
  const show = (snapshot: Snapshot) => {
    revision += 1
    const sounds = { ...snapshot.settings, sounds: false }
    acceptSnapshot({ ...snapshot, settings: sounds, revision, close_asked: revision > 1 })
  }
  useSnapshotStore.setState({ snapshot: null })
  const stop = followSale()
  onTestFinished(() => {
    stop()
    useDialogStore.setState({ open: null })
    useSnapshotStore.setState({ snapshot: null })
    vi.unstubAllGlobals()
  })
  show(snapshots.authorizing)
  show(snapshots.authorizing)
  expect(useDialogStore.getState().open).toBe('confirm_close')
  return { show, close }
}

describe('the question about closing the window', () => {
  test('the question about closing the window stays while the sale is in progress', () => {
    const { show, close } = askedAboutClosing()
    for (const name of ['checking', 'deciding-partial', 'voiding', 'signing'] as const) {
      show(snapshots[name])
      expect(useDialogStore.getState().open, name).toBe('confirm_close')
    }
    expect(close).not.toHaveBeenCalled()
  })

  test.each(['approved', 'declined', 'ready', 'stopped-by-customer'] as const)(
    'the question about closing the window is withdrawn when the sale has ended: %s',
    (name) => {
      const { show, close } = askedAboutClosing()
      show(snapshots[name])
      expect(close).toHaveBeenCalledWith({ close: false })
    },
  )

  test('a question about the sale closes when the sale changes its state', () => {
    const { show } = askedAboutClosing()
    openDialog('confirm_cancel')
    show(snapshots.checking)
    expect(useDialogStore.getState().open).toBeNull()
  })
})
