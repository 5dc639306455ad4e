import { expect, test } from 'vitest'
import { creditOf } from '../../../../src-main/manager/action-receipt.ts'
import { receiptText } from '../../../../src-shared/receipt/lines.ts'
import { histories } from '../../../pictures/manager-data.ts'

test('the receipt of a refund is dated in the shop’s time zone, not the computer’s', () => {
  const [payment] = histories.paid.payments
  if (payment === undefined) throw new Error('it was paid')
  const now = new Date('2026-11-22T02:30:00.000Z')
  const textIn = (timeZone: string) =>
    receiptText(
      creditOf({ kind: 'refund', amount: 100 }, payment, {
        shop: { merchant: 'Harbor', training: false, language: 'en', timeZone },
        now,
      }) ?? [],
    ).join('\n')
  expect(textIn('America/Chicago')).toContain('20:30')
  expect(textIn('Europe/Madrid')).toContain('03:30')
})

test('the receipt of a refund in training begins with the notice that no money was moved', () => {
  const [payment] = histories.paid.payments
  if (payment === undefined) throw new Error('it was paid')
  const shop = { merchant: 'Harbor', language: 'en', timeZone: 'UTC' } as const
  const first = (training: boolean) => {
    const facts = { shop: { ...shop, training }, now: new Date(0) }
    return receiptText(creditOf({ kind: 'refund', amount: 100 }, payment, facts) ?? [])[0]
  }
  expect(first(true)).toContain('TRAINING: no money was moved')
  expect(first(false)).not.toContain('TRAINING')
})
