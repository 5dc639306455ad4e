import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PaperJob } from '../../../../src-main/printing/printing-service.ts'
import { openSalesService } from '../../../../src-main/sales/sales-service.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { receiptText } from '../../../../src-shared/receipt/lines.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { cardTender } from '../../shared/pos/returns/arbitrary-bill.ts'
import { at } from '../../shared/pos/transition/sale-fixtures.ts'
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

type SalesOptions = Parameters<typeof openSalesService>[0]

async function openSales(isFiling: (number: string) => boolean, more: Partial<SalesOptions> = {}) {
  const folder = await temporaryFolder('countertop-sales')
  const options: Partial<SalesOptions> = {
    present: () => null,
    receipts: { newId: () => 'request_1', log: quietLog } as unknown as SalesOptions['receipts'],
    paths: { bills: join(folder, 'bills'), returns: join(folder, 'returns.jsonl') },
    isFiling,
    onReturns: () => undefined,
    onUnreadable: () => undefined,
    now: () => Date.parse(at),
    log: quietLog,
    ...more,
  }
  return openSalesService(options as SalesOptions)
}

test('a sale that has just left is found as soon as it is on the disk', async () => {
  const sales = await openSales((number) => number === 'KT1042')
  const found = sales.open({ number: 'KT1042' })
  await sales.book.find('KT1042')
  await sales.book.file(bill)
  expect(await found).toMatchObject({ ok: true, value: { bill: { id: 'bill_1' } } })
  await sales.stop()
})

test('a number that was never used is answered at once', async () => {
  const sales = await openSales(() => false)
  expect(await sales.open({ number: 'KT1042' })).toMatchObject({ ok: false, error: { code: 'not_found' } })
  await sales.stop()
})

test('the receipts of all cards of the bill are printed before it leaves the counter', async () => {
  const tenders = [cardTender('sale_1', 200), cardTender('sale_2', 300)]
  const printed: unknown[] = []
  const receipts = {
    client: () => ({ call: async () => ok({}) }),
    terminal: {
      run: async (_: string, { payment_id }: { readonly payment_id: string }) => {
        printed.push(payment_id)
        return ok({})
      },
    },
    log: quietLog,
  }
  const sales = await openSales(() => false, {
    present: () => ({ ...bill, tenders }),
    receipts: receipts as unknown as SalesOptions['receipts'],
  })
  expect(await sales.print({ number: 'KT1042' })).toEqual(ok({ not_printed: [], cancelled: false }))
  expect(printed).toEqual(tenders.map(({ payment }) => payment.payment_id))
  expect(await sales.print({ number: 'KT1043' })).toMatchObject(err({ code: 'not_found' }))
  await sales.stop()
})

test('the counter’s printer gets the requested receipt: one without prices, or that of a return', async () => {
  const printed: string[] = []
  const receipts = {
    shop: () => ({ merchant: 'Ana’s', training: true, language: 'en' }),
    printHere: async ({ copies, complete }: PaperJob) => {
      printed.push(copies.map((lines) => receiptText(lines).join('\n')).join('\n'))
      // This is not the sale's receipt, which may have been incomplete.
      expect(complete).toBeNull()
      return true
    },
    log: quietLog,
  }
  const sales = await openSales(() => false, {
    present: () => bill,
    receipts: receipts as unknown as SalesOptions['receipts'],
  })
  expect(await sales.printHere({ number: 'KT1042', kind: 'gift' })).toEqual(ok(null))
  expect(printed).toHaveLength(1)
  expect(printed[0]).toContain('GIFT RECEIPT')
  expect(printed[0]).not.toContain('$')
  // There is no such return, so nothing is printed.
  expect(await sales.printHere({ number: 'KT1042', kind: 'return', return_id: 'ret_1' })).toMatchObject(
    err({ code: 'not_found' }),
  )
  expect(printed).toHaveLength(1)
  await sales.stop()
})
