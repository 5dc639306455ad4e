import { expect, test } from 'vitest'
import type { SessionDocument } from '../../../../../src-service/terminals/rows.ts'
import { unsettledOn } from '../../../../../src-service/terminals/unsettled.ts'
import { openInterleaved } from '../interleaved-counter.ts'
import { codeOf, hsn } from '../terminals-harness.ts'

test('a session that is opened while the terminal is released does not remain, and block the next owner', async () => {
  const { counter, afterRead } = await openInterleaved()
  await counter.plug()
  afterRead('terminal_session', () => counter.must('terminals.release', { hsn }))
  expect(codeOf(await counter.call('terminals.connect', { hsn }))).toBe('hsn_not_owned')
  const { store } = counter.services
  const rows = await store.list<SessionDocument>('terminal_session', { limit: 10 })
  expect(rows.filter(({ document }) => document.expires_at > counter.clock.verified())).toEqual([])
})

test('a payment whose void begins while unsettled payments are looked for is found', async () => {
  const { counter, afterRead } = await openInterleaved()
  await counter.plug()
  const sessionKey = await counter.open()
  const payment_intent_id = await counter.intent()
  const body = { hsn, payment_intent_id, include_signature: false } as never
  const { id } = (await counter.must('terminals.auth_card', body, { sessionKey })) as { id: string }
  const { store } = counter.services
  const { account_id } = counter.merchant
  expect(await unsettledOn(store, account_id, hsn)).toBe(id)
  afterRead('payment', async () => {
    const row = await store.get<{ status: string }>('payment', account_id, id)
    if (row === null) throw new Error('the payment is gone')
    const document = { ...row.document, status: 'processing' }
    const next = { ...row, version: row.version + 1, document }
    await store.commit({ writes: [{ op: 'update', kind: 'payment', row: next }] })
  })
  expect(await unsettledOn(store, account_id, hsn)).toBe(id)
})
