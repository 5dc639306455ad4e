import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSalesService } from '../../../../src-main/sales/sales-service.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { at } from '../../shared/pos/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'

const bill: Bill = {
  id: 'bill_1',
  number: 'KT1042',
  order: null,
  total: 500,
  currency: 'USD',
  note: '',
  opened_at: at,
  tenders: [],
  status: 'open',
  tab: null,
  link: null,
}

async function openSales(isFiling: (number: string) => boolean) {
  const folder = await temporaryFolder('countertop-sales')
  const options: Partial<Parameters<typeof openSalesService>[0]> = {
    paths: { bills: join(folder, 'bills'), returns: join(folder, 'returns.jsonl') },
    isFiling,
    onReturns: () => undefined,
    onUnreadable: () => undefined,
    now: () => Date.parse(at),
    log: quietLog,
  }
  return openSalesService(options as Parameters<typeof openSalesService>[0])
}

test('a sale that has just left the counter is found as soon as the disk has it', async () => {
  const sales = await openSales((number) => number === 'KT1042')
  const found = sales.open({ number: 'KT1042' })
  await sales.book.find('KT1042')
  await sales.book.file(bill)
  expect(await found).toMatchObject({ ok: true, value: { bill: { id: 'bill_1' } } })
  await sales.stop()
})

test('a number that nothing was sold under is not waited for', async () => {
  const sales = await openSales(() => false)
  expect(await sales.open({ number: 'KT1042' })).toMatchObject({ ok: false, error: { code: 'not_found' } })
  await sales.stop()
})
