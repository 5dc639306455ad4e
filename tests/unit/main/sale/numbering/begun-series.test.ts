import { beforeEach, expect, test } from 'vitest'
import type { SaleRunner } from '../../../../../src-main/sale/runner.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { startInFiles } from '../counter-in-files.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder('countertop-begun')
})

let bills = 0
/** @returns the number of a bill that stays at the counter */
function payInCash(runner: SaleRunner): string {
  const id = `cash_${++bills}`
  const bill = { id: `bill_${id}`, order: null, total: 500, currency: 'USD', note: '' }
  runner.dispatch({ kind: 'take_cash', id, tendered: 500, balance: 500, step: 1, bill })
  return runner.bill()?.number ?? ''
}

function sell(runner: SaleRunner): string {
  const number = payInCash(runner)
  runner.dispatch({ kind: 'finish' })
  return number
}

test('the last bill is the one that left last, also after a series has begun, until one of it has left', async () => {
  const first = await startInFiles(folder)
  const sold = sell(first.runner)
  await first.runner.numbers.begin('ZZ')
  expect(first.runner.numbers.last()).toBe(sold)
  await first.stop()
  const next = await startInFiles(folder)
  expect(next.runner.numbers.last()).toBe(sold)
  expect(next.runner.numbers.acknowledge()).toBe(true)
  expect(next.runner.numbers.last()).toBe(sold)
  // Nothing of the series has left before another one begins.
  await next.runner.numbers.begin('YY')
  expect(next.runner.numbers.last()).toBe(sold)
  expect(sell(next.runner)).toBe('YY1001')
  expect(next.runner.numbers.last()).toBe('YY1001')
  await next.stop()
})

test('a bill that was at the counter when a series began is the last one when it has left', async () => {
  const { runner, stop } = await startInFiles(folder)
  sell(runner)
  const kept = payInCash(runner)
  await runner.numbers.begin('ZZ')
  expect(runner.numbers.last()).not.toBe(kept)
  runner.dispatch({ kind: 'finish' })
  expect(runner.numbers.last()).toBe(kept)
  expect(sell(runner)).toBe('ZZ1001')
  expect(runner.numbers.last()).toBe('ZZ1001')
  await stop()
})
