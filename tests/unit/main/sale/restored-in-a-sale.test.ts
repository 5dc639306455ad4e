import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataPaths } from '../../../../src-main/paths.ts'
import { openJournal, renumberMark } from '../../../../src-main/sale/journal.ts'
import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { noBill } from '../../shared/pos/bill/bill-fixtures.ts'
import { decline, facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'
import { openCounterHarness } from '../support/counter-harness.ts'
import { quietLog, startTestService } from '../support/service.ts'

const hsn = 'VT-1'

test('a sale that was paid after the backup is paid on the restored counter as well', async () => {
  const service = await startTestService()
  await service.plug({ hsn, card: '4000000000000002' })
  const { access } = service
  const { accountId } = access
  const options = { access: () => access, accountId, hsn }
  const old = await openCounterHarness(options)
  await old.terminalIs('connected')
  old.charge(1200)
  await old.saleIs('declined')
  const userData = await temporaryFolder('countertop-restored')
  await cp(old.userData, userData, { recursive: true })
  await service.change(hsn, { card: '4111111111111111' })
  old.sale.dispatch({ kind: 'retry', entry: 'card', tips: null })
  await old.saleIs('signing', 'approved')
  await old.stop()
  await writeFile(renumberMark(dataPaths(userData).sales(accountId)), '')
  const restored = await openCounterHarness({ ...options, userData })
  try {
    await restored.terminalIs('connected')
    await restored.saleIs('signing', 'approved', 'deciding')
    const [intent] = await service.intents()
    expect(intent).toMatchObject({ status: 'captured', latest_payment: { amount_refunded: 0 } })
  } finally {
    await restored.stop()
    await service.stop()
  }
})

const sale = facts({ intent_id: 'pi_1' })
const stopped = { kind: 'stopped', sale, detail: '', money: 'not_moved', can_retry: true } as const
const deciding = { kind: 'deciding', sale, payment: payment(), because: 'parked', sign: false } as const
const begun: readonly SaleState[] = [
  { kind: 'creating', sale: facts({ intent_id: null }) },
  { kind: 'choosing_tip', sale, cancelling: false, ends_at: null },
  { kind: 'declined', sale, decline },
  { ...stopped, reason: 'interrupted' },
  deciding,
  { kind: 'signing', sale, payment: payment() },
]

test('a sale in progress is looked up on the restored counter before anybody can decide about it', async () => {
  const path = join(await temporaryFolder('countertop-restored'), 'acct.jsonl')
  const other = { ...deciding, sale: { ...sale, id: 'sale_2' } }
  const parked: ParkedSale = { state: other, parked_at: '2026-03-01T12:00:00.000Z', bill: null }
  const line = { at: parked.parked_at, unclosed: [], parked: [parked], unreadable: 0, ...noBill }
  for (const state of begun) {
    await writeFile(path, `${JSON.stringify({ ...line, state })}\n`)
    const before = await openJournal(path, quietLog)
    expect(before.last.kind).toBe(state.kind)
    await before.close()
    await writeFile(renumberMark(path), '')
    const restored = await openJournal(path, quietLog)
    expect([restored.last.kind, restored.parked[0]?.state.kind]).toEqual(['checking', 'checking'])
    await restored.close()
  }
  // Without an intent, nothing can have been paid.
  const refused = { ...stopped, sale: facts({ intent_id: null }), reason: 'refused' }
  await writeFile(path, `${JSON.stringify({ ...line, state: refused })}\n`)
  await writeFile(renumberMark(path), '')
  const restored = await openJournal(path, quietLog)
  expect(restored.last.kind).toBe('stopped')
  await restored.close()
})
