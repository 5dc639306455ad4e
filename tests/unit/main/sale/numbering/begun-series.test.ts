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

test('after a new series has begun, the last bill is of the former series until one of the new series has left', async () => {
  const first = await startInFiles(folder)
  const sold = sell(first.runner)
  expect(first.runner.numbers.acknowledge()).toBe(false)
  await first.runner.numbers.begin('ZZ')
  expect(first.runner.numbers.last()).toBe(sold)
  await first.stop()
  const next = await startInFiles(folder)
  expect(next.runner.numbers.last()).toBe(sold)
  expect(next.runner.numbers.acknowledge()).toBe(true)
  expect(next.runner.numbers.acknowledge()).toBe(false)
  expect(next.runner.numbers.last()).toBe(sold)
  // Another series begins before any bill of this one has left.
  await next.runner.numbers.begin('YY')
  expect(next.runner.numbers.last()).toBe(sold)
  expect(sell(next.runner)).toBe('YY1001')
  expect(next.runner.numbers.last()).toBe('YY1001')
  await next.stop()
})

test('a bill at the counter at the beginning of a series is the last one when it has left', async () => {
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
