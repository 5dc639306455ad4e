import { cp } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataPaths } from '../../../../../src-main/paths.ts'
import { memberOf } from '../../../../../src-shared/json-object.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { type CounterHarness, openCounterHarness } from '../../support/counter-harness.ts'
import { startTestService, type TestService, until } from '../../support/service.ts'

const terminals = ['VT-1', 'VT-2'] as const
let service: TestService
let userData: string
beforeAll(async () => {
  service = await startTestService()
  for (const hsn of terminals) await service.plug({ hsn, card: '4111111111111111' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  userData = await temporaryFolder('countertop-copied')
})

const open = async (folder = userData, hsn: string = terminals[0]): Promise<CounterHarness> => {
  const { access } = service
  const { accountId } = access
  const counter = await openCounterHarness({ access: () => access, accountId, hsn, userData: folder })
  await counter.terminalIs('connected')
  return counter
}

/** Makes a card sale. @returns its receipt number */
async function sell(counter: CounterHarness): Promise<string> {
  counter.charge(1_200)
  await until(
    () => {
      const { kind } = counter.sale.state()
      if (kind === 'choosing_tip') counter.sale.dispatch({ kind: 'skip_tip' })
      if (kind === 'signing') counter.sale.dispatch({ kind: 'sign', signature: null })
      return kind
    },
    (kind) => kind === 'approved',
  )
  const number = counter.sale.bill()?.number ?? ''
  counter.sale.dispatch({ kind: 'finish' })
  await counter.saleIs('ready')
  return number
}

let bills = 0

/** Pays a bill in cash that stays at the counter. @returns its receipt number */
function payInCash({ sale }: CounterHarness): string {
  const id = `cash_${++bills}`
  const bill = { id: `bill_${id}`, order: null, total: 500, currency: 'USD', note: '' }
  sale.dispatch({ kind: 'take_cash', id, tendered: 500, balance: 500, step: 1, bill })
  return sale.bill()?.number ?? ''
}

const seriesOf = (number: string) => number.slice(0, 2)
const numbersAtService = async () =>
  (await service.intents()).map(({ order_details }) => memberOf(memberOf(order_details, 'bill'), 'number'))

test('a counter whose folder was restored to an earlier state reuses no number', async () => {
  const first = await open()
  const kept = await sell(first)
  await first.stop()
  const copy = await temporaryFolder('countertop-copy')
  await cp(userData, copy, { recursive: true })

  const second = await open()
  await second.compareNumbers()
  const given = [await sell(second), await sell(second)]
  expect(given.map(seriesOf)).toEqual([seriesOf(kept), seriesOf(kept)])
  expect(second.snapshot().begun_series).toBeNull()
  await second.stop()

  const back = await open(copy)
  try {
    await back.compareNumbers()
    const next = await sell(back)
    expect(given).not.toContain(next)
    expect(seriesOf(next)).not.toBe(seriesOf(kept))
    expect(back.snapshot().begun_series).toEqual({ former: seriesOf(kept), series: seriesOf(next) })
    expect(back.sale.numbers.acknowledge()).toBe(true)
    expect(back.snapshot().begun_series).toBeNull()
  } finally {
    await back.stop()
  }

  // The same folder is restored once more, then the folder with all numbers of its series: both continue.
  const again = await open(copy)
  await again.compareNumbers()
  const inCopy = await sell(again)
  expect(again.snapshot().begun_series).toBeNull()
  await again.stop()
  const whole = await open()
  await whole.compareNumbers()
  const inWhole = await sell(whole)
  await whole.stop()
  expect(seriesOf(inWhole)).toBe(seriesOf(kept))
  const all = await numbersAtService()
  expect(all).toEqual(expect.arrayContaining([kept, ...given, inCopy, inWhole]))
  expect(new Set(all).size).toBe(all.length)
})

test('a bill that already has a number keeps it, and so do sales made without the service', async () => {
  const first = await open()
  await sell(first)
  await first.stop()
  const copy = await temporaryFolder('countertop-copy')
  await cp(userData, copy, { recursive: true })
  const second = await open()
  const given = await sell(second)
  await second.stop()

  const back = await open(copy)
  try {
    // Before the service could be asked.
    expect(payInCash(back)).toBe(given)
    await back.compareNumbers()
    expect(back.sale.bill()?.number).toBe(given)
    back.sale.dispatch({ kind: 'finish' })
    expect(seriesOf(await sell(back))).not.toBe(seriesOf(given))
  } finally {
    await back.stop()
  }
})

test('two computers with copies of one folder detect each other, whichever has the higher number', async () => {
  const first = await open()
  const kept = await sell(first)
  await first.stop()
  const copy = await temporaryFolder('countertop-copy')
  await cp(userData, copy, { recursive: true })
  const [one, other] = [await open(), await open(copy, terminals[1])]
  try {
    await Promise.all([one.compareNumbers(), other.compareNumbers()])
    expect([one.snapshot().begun_series, other.snapshot().begun_series]).toEqual([null, null])
    // The copies cannot be detected yet.
    const sold = [await sell(one), await sell(other)]
    expect(sold.map(seriesOf)).toEqual([seriesOf(kept), seriesOf(kept)])
    await one.compareNumbers()
    await other.compareNumbers()
    const next = [await sell(one), await sell(other)]
    expect(new Set([...next, ...sold].map(seriesOf)).size, [...sold, ...next].join(' ')).toBe(3)
    await one.compareNumbers()
    await other.compareNumbers()
    const later = [await sell(one), await sell(other)]
    expect(later.map(seriesOf)).toEqual(next.map(seriesOf))
  } finally {
    await one.stop()
    await other.stop()
  }
})

test('a journal older than the book of sales and the drawer reuses none of their numbers', async () => {
  const first = await open()
  payInCash(first)
  first.sale.dispatch({ kind: 'finish' })
  await first.stop()
  const copy = await temporaryFolder('countertop-copy')
  await cp(userData, copy, { recursive: true })
  const second = await open()
  const given = payInCash(second)
  second.sale.dispatch({ kind: 'finish' })
  await until(second.sale.unbooked, (left) => left === 0)
  await second.stop()
  const { accountId } = service.access
  await cp(dataPaths(copy).sales(accountId), dataPaths(userData).sales(accountId))

  const back = await open()
  try {
    await back.compareNumbers()
    expect(seriesOf(payInCash(back))).not.toBe(seriesOf(given))
  } finally {
    await back.stop()
  }
})
