import { expect, test, vi } from 'vitest'
import { newSaleKeys } from '../../../../src-renderer/cashier/use-new-sale.ts'

test('a digit typed on the screen that has just come begins the next sale; the press that paid, come twice, does not', () => {
  const [beginWith, newSale] = [vi.fn(), vi.fn()]
  const resting = newSaleKeys(true, beginWith, newSale)
  resting['1']?.()
  resting['2']?.()
  expect(beginWith.mock.calls).toEqual([['1'], ['2']])
  expect([resting.enter, resting.escape]).toEqual([undefined, undefined])
  const rested = newSaleKeys(false, beginWith, newSale)
  rested.enter?.()
  rested['3']?.()
  expect(newSale).toHaveBeenCalledOnce()
  expect(beginWith).toHaveBeenLastCalledWith('3')
})
