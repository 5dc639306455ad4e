import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { requestOrder, useCartStore } from '../../../../src-renderer/cashier/cart-store.ts'
import { closeDialog, useDialogStore } from '../../../../src-renderer/stores/dialog-store.ts'
import type { OrderRequest } from '../../../../src-shared/pos/order/order-request.ts'

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

describe('what a manager is asked to approve', () => {
  test('is all that was asked for while the question is open', async () => {
    await Promise.all([requestOrder(discountOf('latte')), requestOrder(discountOf('mug'))])
    expect(useDialogStore.getState().open).toBe('cart_approve')
    expect(useCartStore.getState().approving).toEqual([discountOf('latte'), discountOf('mug')])
  })

  test('is nothing that an earlier question asked, which another dialog has closed: its line may be gone', async () => {
    await requestOrder(discountOf('latte'))
    closeDialog()
    await requestOrder(discountOf('mug'))
    expect(useCartStore.getState().approving).toEqual([discountOf('mug')])
  })
})
