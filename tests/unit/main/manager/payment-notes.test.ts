import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaymentNotes } from '../../../../src-main/manager/payment-notes.ts'
import { createClient } from '../../../../src-shared/api/client.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { hsn, pay } from '../support/manager.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterAll(() => service.stop())

async function open(hasNotes = true) {
  const path = join(await temporaryFolder('countertop-notes'), 'notes.jsonl')
  const { url, apiKey, accountId } = service.access
  const sent: string[] = []
  const client = createClient({
    baseUrl: url,
    apiKey,
    accountId,
    fetch: (input, init) => {
      sent.push(String(input))
      return hasNotes ? fetch(input, init) : Promise.resolve(new Response('Not Found', { status: 404 }))
    },
  })
  const author = () => 'Mona'
  const book = () => createPaymentNotes({ client: () => client, path, accountId, author, now: Date.now })
  return { book: book(), again: book, sent }
}

const seen = (payment_id: string) =>
  ({ id: 'note_of_line_7', payment_id, refund_id: null, finding: 'done', text: 'Statement, line 7' }) as const

describe('notes about a payment', () => {
  test('a note is stored once at the service with its author, even if it is sent twice', async () => {
    const { book } = await open()
    const payment = await pay(service, 1_000)
    expect(await book.add(seen(payment.id))).toEqual({ ok: true, value: null })
    expect(await book.add(seen(payment.id))).toEqual({ ok: true, value: null })
    const { notes, kept } = await must(book.list({ payment_ids: [payment.id] }))
    expect(kept).toBe('service')
    expect(notes).toMatchObject([{ author: 'Mona', finding: 'done', text: 'Statement, line 7' }])
  })

  test('a note is stored on this computer if the service has no notes, also after a restart', async () => {
    const { book, again } = await open(false)
    expect(await book.add(seen('pmt_1'))).toMatchObject({ ok: true })
    expect(await book.add(seen('pmt_1'))).toMatchObject({ ok: true })
    expect(await must(again().list({ payment_ids: ['pmt_1'] }))).toMatchObject({
      kept: 'here',
      notes: [{ id: 'note_of_line_7', author: 'Mona', finding: 'done' }],
    })
    expect((await must(again().list({ payment_ids: ['pmt_2'] }))).notes).toEqual([])
  })

  test('a note with a card number is refused, wherever it would be stored', async () => {
    for (const hasNotes of [true, false]) {
      const { book, sent } = await open(hasNotes)
      const asked = { ...seen('pmt_1'), text: 'Card 4111 1111 1111 1111' }
      expect(await book.add(asked)).toMatchObject({ ok: false, error: { code: 'card_data' } })
      expect(sent).toEqual([])
    }
  })
})
