import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDialog, useDialogStore } from '../../../../src-renderer/stores/dialog-store.ts'
import { followSale, saleMove } from '../../../../src-renderer/stores/follow-sale.ts'
import { usePlaceStore } from '../../../../src-renderer/stores/place-store.ts'
import { acceptSnapshot, useSnapshotStore } from '../../../../src-renderer/stores/snapshot-store.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

const silent = { ...snapshots.approved, settings: { ...snapshots.approved.settings, sounds: false } }

describe('when a sale moves', () => {
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

  test('what the cashier brought about makes no sound', () => {
    expect(saleMove(snapshots.ready, snapshots.creating).chime).toBeNull()
    expect(saleMove(snapshots.authorizing, snapshots['stopped-by-cashier']).chime).toBeNull()
  })

  test('an approval is heard when the signature is waited for, and not again after it', () => {
    expect(saleMove(snapshots.authorizing, snapshots['authorizing-signing']).chime).toBe('approved')
    expect(saleMove(snapshots['authorizing-card-left-in'], snapshots['authorizing-signing']).chime).toBeNull()
    expect(saleMove(snapshots['authorizing-signing'], snapshots.approved).chime).toBeNull()
  })

  test('a payment that was set aside and turns out approved calls for attention', () => {
    expect(saleMove(snapshots.ready, snapshots['ready-parked']).chime).toBe('attention')
  })

  test('an approval makes a sound once, not again when its receipt prints', () => {
    expect(saleMove(snapshots.approved, snapshots['approved-printing']).chime).toBeNull()
  })

  test('no sound is made with the sounds off, nor for what was there when the screen opened', () => {
    expect(saleMove(snapshots.authorizing, silent).chime).toBeNull()
    expect(saleMove(null, snapshots.approved).chime).toBeNull()
  })

  test('the typed amount becomes the sale’s when it leaves ready, and only then', () => {
    expect(saleMove(snapshots.ready, snapshots.creating).takesEntry).toBe(true)
    expect(saleMove(snapshots.approved, snapshots.ready).takesEntry).toBe(false)
    expect(saleMove(snapshots.ready, snapshots['terminal-offline']).takesEntry).toBe(false)
    expect(saleMove(null, snapshots.creating).takesEntry).toBe(false)
  })
})

describe('what the app’s menu asks for', () => {
  test('the menu opens the page of who did what to have it verified, each time anew, and not in the midst of a sale', () => {
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
    // What was asked of a window before it was drawn is not asked of this one.
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

/** A window in the midst of a sale, in which the question about closing it stands. */
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
  test('the question about closing the window stands as long as the sale is under way', () => {
    const { show, close } = askedAboutClosing()
    for (const name of ['checking', 'deciding-partial', 'voiding', 'signing'] as const) {
      show(snapshots[name])
      expect(useDialogStore.getState().open, name).toBe('confirm_close')
    }
    expect(close).not.toHaveBeenCalled()
  })

  test.each(['approved', 'declined', 'ready', 'stopped-by-customer'] as const)(
    'the question about closing the window is taken back when the sale has ended: %s',
    (name) => {
      const { show, close } = askedAboutClosing()
      show(snapshots[name])
      expect(close).toHaveBeenCalledWith({ close: false })
    },
  )

  test('a question about the sale itself goes when the sale moves on', () => {
    const { show } = askedAboutClosing()
    openDialog('confirm_cancel')
    show(snapshots.checking)
    expect(useDialogStore.getState().open).toBeNull()
  })
})
