import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src-service/store/migrations.ts'
import { openDatabase } from '../../../../src-service/store/sqlite/database.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { claim, openRefundHarness } from './refund-harness.ts'

/**
 * Turns a refund into that of a former version, in which refunds kept their idempotent request, and migrates that
 * database.
 */
async function asOfFormerVersion(harness: PaymentsHarness, { id }: Refund, key: string) {
  const { scope, fingerprint } = claim(key)
  const request_key = createHash('sha256').update(scope).digest('base64url')
  await harness.services.store.close()
  const database = openDatabase(join(harness.directory, 'service.db'))
  onTestFinished(() => void database.close())
  const row = database.prepare('SELECT document FROM refunds WHERE id = ?').get([id])
  const document = JSON.parse((row as { readonly document: string }).document) as object
  const former = JSON.stringify({ ...document, request_key, request_fingerprint: fingerprint })
  const dropped = migrations.find(({ number }) => number === 13)?.sql ?? ''
  expect(dropped).toContain('DROP COLUMN request_key')
  database.exec(`
    DROP INDEX refunds_unresolved;
    ALTER TABLE refunds DROP COLUMN unresolved;
    ALTER TABLE refunds ADD COLUMN request_key TEXT;
    CREATE INDEX refunds_by_request ON refunds (account_id, request_key, created_at, id)
      WHERE request_key IS NOT NULL;
    DELETE FROM idempotency_records;
  `)
  database
    .prepare('UPDATE refunds SET document = ?, request_key = ? WHERE id = ?')
    .run([former, request_key, id])
  database.exec(dropped)
}

async function afterTheUpdate() {
  const before = await openPaymentsHarness()
  const refunds = openRefundHarness(before)
  const payment = await refunds.paid(1000)
  before.processor.refund = async () => ({ outcome: 'unknown' })
  const made = mustOf(await refunds.refund(payment.id, { amount: 400 }))
  await asOfFormerVersion(before, made, 'key-number-1')
  const harness = await before.restart()
  return { harness, payment, made, refundHarness: openRefundHarness(harness) }
}

test('a refund under way during the update is not made twice by a repeat of its idempotency key', async () => {
  const { harness, payment, made, refundHarness } = await afterTheUpdate()
  const repeat = () => refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1'))
  expect(mustOf(await repeat())).toMatchObject({ id: made.id, awaits: 'processor' })
  await harness.repair()
  const again = mustOf(await repeat())
  expect(again).toMatchObject({ id: made.id, awaits: 'settlement' })
  expect(again).not.toHaveProperty('request_key')
  expect(await refundHarness.refunds(payment.id)).toHaveLength(1)
})

test('a refund under way during the update refuses another body under its key; another key makes another refund', async () => {
  const { payment, refundHarness } = await afterTheUpdate()
  const other = await refundHarness.refund(payment.id, { amount: 500 }, claim('key-number-1', 'another body'))
  expect(codeOf(other)).toBe('idempotency_key_reused')
  mustOf(await refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-2')))
  expect(await refundHarness.refunds(payment.id)).toHaveLength(2)
})

test('a refund under way during the update frees its idempotency key after an hour, like any other', async () => {
  const { harness, payment, refundHarness } = await afterTheUpdate()
  harness.clock.advance(61 * 60_000)
  mustOf(await refundHarness.refund(payment.id, { amount: 400 }, claim('key-number-1')))
  expect(await refundHarness.refunds(payment.id)).toHaveLength(2)
})
