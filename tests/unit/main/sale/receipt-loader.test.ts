import { expect, test } from 'vitest'
import { createReceiptLoader, plainData } from '../../../../src-main/sale/receipts.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { histories } from '../../../pictures/manager-data.ts'
import { facts } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'

const shop = { merchant: 'Store', language: 'en', training: false, timeZone: 'UTC' } as const
const started = Date.parse('2026-11-21T12:00:00.000Z')

test.each([
  ['just now is where the shop is', 60_000, 1],
  ['days ago may be where it was', 2 * 24 * 60 * 60_000, 0],
])('the shop on the terminal’s receipt of a sale that began %s', async (_, passed, expected) => {
  const [sold] = histories.paid.payments as readonly Payment[]
  if (sold === undefined) throw new Error('nothing was paid')
  const receipt_data = plainData(sold, shop)
  const payment = { ...sold, terminal_details: { ...sold.terminal_details, receipt_data } } as Payment
  let learned = 0
  const loader = createReceiptLoader({
    client: () => null,
    shop: () => shop,
    onPrinted: () => {
      learned += 1
    },
    now: () => started + passed,
    log: quietLog,
  })
  loader.remember(payment)
  const sale = facts({ started_at: new Date(started).toISOString() })
  expect(await loader.load(sale, payment.id)).toMatchObject({ kind: 'receipt_loaded' })
  expect(learned).toBe(expected)
})
