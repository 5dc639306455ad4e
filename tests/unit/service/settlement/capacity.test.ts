import { expect, test } from 'vitest'
import { capacityOf } from '../../../../src-service/settlement/capacity.ts'
import type { Line } from '../../../../src-service/settlement/lines.ts'
import { firstRow, updateOf } from '../../../../src-service/store/row-writes.ts'
import { maximumAmount } from '../../../../src-shared/money.ts'

async function* stampedBefore(...lines: readonly Line[]): AsyncGenerator<Line> {
  yield* lines
}
const stamp = (amount_captured: number) => [
  updateOf('payment', firstRow('acct_1', 'pmt_1', { settlement_id: 'stl_1', amount_captured }, 0)),
]

test('what an interrupted run has no room for is left to a further one when it is continued', async () => {
  const largest = { kind: 'payment', name: 'amount_captured', amount: maximumAmount } as const
  const capacity = await capacityOf('stl_1', stampedBefore(largest))
  expect(capacity.place().take(stamp(1))).toBe(false)
  expect(capacity.leftSome()).toBe(true)
})

test('a row that fits into no settlement is left to none', async () => {
  const capacity = await capacityOf('stl_1', stampedBefore())
  expect(capacity.place().take([...stamp(maximumAmount), ...stamp(1)])).toBe(false)
  expect(capacity.leftSome()).toBe(false)
})
