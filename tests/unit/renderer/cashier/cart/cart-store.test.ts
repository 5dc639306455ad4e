import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  bookNow,
  clearOrder,
  requestOrder,
  useCartStore,
} from '../../../../../src-renderer/cashier/cart/cart-store.ts'
import { closeDialog, useDialogStore } from '../../../../../src-renderer/stores/dialog-store.ts'
import { useEntryStore, writeNote } from '../../../../../src-renderer/stores/entry-store.ts'
import { acceptSnapshot, useSnapshotStore } from '../../../../../src-renderer/stores/snapshot-store.ts'
import { emptyCatalogue } from '../../../../../src-shared/pos/catalogue/look-up.ts'
import { changeBook, emptyBook } from '../../../../../src-shared/pos/order/change-book.ts'
import { changeOf } from '../../../../../src-shared/pos/order/change-of-request.ts'
import type { OrderRequest } from '../../../../../src-shared/pos/order/order-request.ts'
import { snapshots } from '../../../../pictures/snapshots.ts'

const discountOf = (line_id: string): OrderRequest => ({
  ...{ kind: 'set_discount', line_id },
  discount: { kind: 'percent', value: 5_000, reason: '' },
})

beforeEach(() => {
  const change = async () => ({ ok: false, error: { code: 'pin_needed', message: '' } })
  vi.stubGlobal('window', { countertop: { commands: { 'order.change': change } } })
  useCartStore.setState({ approving: [] })
  closeDialog()
})
afterEach(() => vi.unstubAllGlobals())

describe('the requests that wait for a manager’s approval', () => {
  test('requests made while the approval dialog is open are added to it', async () => {
    await Promise.all([requestOrder(discountOf('latte')), requestOrder(discountOf('mug'))])
    expect(useDialogStore.getState().open).toBe('cart_approve')
    expect(useCartStore.getState().approving).toEqual([discountOf('latte'), discountOf('mug')])
  })

  test('requests of an approval dialog that was closed are dropped, since their lines may be gone', async () => {
    await requestOrder(discountOf('latte'))
    closeDialog()
    await requestOrder(discountOf('mug'))
    expect(useCartStore.getState().approving).toEqual([discountOf('mug')])
  })
})

describe('the note of a sale whose order is cleared', () => {
  const note = () => useEntryStore.getState().note

  test('a note that is put back before main has cleared the order stays', async () => {
    let answer = (_: object) => {}
    const change = () => new Promise((resolve) => (answer = resolve))
    vi.stubGlobal('window', { countertop: { commands: { 'order.change': change } } })
    writeNote('No sugar')
    const cleared = clearOrder()
    expect(note()).toBe('')
    writeNote('No sugar')
    answer({ ok: true, value: null })
    await cleared
    expect(note()).toBe('No sugar')
  })

  test('it stays where main refuses to clear the order', async () => {
    writeNote('No sugar')
    await clearOrder()
    expect(note()).toBe('No sugar')
  })
})

describe('the order on screen', () => {
  test('an answer from main that equals the order on screen keeps the same object, so nothing is redrawn', async () => {
    const request: OrderRequest = { kind: 'add_amount', unit_amount: 500, name: 'Coffee' }
    const { selling } = snapshots.ready
    let book = emptyBook('order_1')
    const show = (revision: number) =>
      acceptSnapshot(structuredClone({ ...snapshots.ready, revision, selling: { ...selling, book } }))
    useSnapshotStore.setState({ snapshot: null })
    show(1)
    let drawn = bookNow()
    vi.stubGlobal('window', {
      countertop: {
        commands: {
          async 'order.change'({ id }: { readonly id: string }) {
            drawn = bookNow()
            const change = changeOf(request, {
              ...{
                id,
                book,
                catalogue: emptyCatalogue,
                discountWord: '',
                timeZone: 'UTC',
                nextId: 'order_2',
              },
              at: new Date().toISOString(),
            })
            if (change !== null) book = changeBook(book, id, change)
            show(2)
            return { ok: true, value: null }
          },
        },
      },
    })
    await requestOrder(request)
    expect(drawn.draft.lines).toHaveLength(1)
    expect(bookNow()).toBe(drawn)
    expect(useCartStore.getState().pending).toEqual([])
  })
})
