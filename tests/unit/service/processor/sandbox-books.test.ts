import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, onTestFinished, test } from 'vitest'
import type { AuthorizeRequest } from '../../../../src-service/processor/processor.ts'
import { openLedger } from '../../../../src-service/processor/sandbox/ledger.ts'
import { createSandboxProcessor } from '../../../../src-service/processor/sandbox/sandbox-processor.ts'
import type { StartWriter } from '../../../../src-service/store/sqlite/write-set.ts'
import { startWriter } from '../../../../src-service/store/sqlite/writer.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { ok } from '../../../../src-shared/result.ts'
import { atCounter, paymentRef } from '../../../support/processor-references.ts'

const request = (payment_id: string): AuthorizeRequest => ({
  ...paymentRef(payment_id),
  source: { kind: 'card', card: { number: '4111111111111111', exp_month: '12', exp_year: '2049' } },
  ...{ card_present: true, ...atCounter, entry_mode: null, capture: false, auth_code: null },
})
const open = (file: string, start: StartWriter) => {
  const ledger = openLedger(file, start)
  return { ledger, bank: createSandboxProcessor({ clock: createClock(), ledger, latencyMs: 0 }) }
}
/** Lets all pending microtasks and immediates run. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a bank whose books are written by a thread answers after the entry is on the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'books-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'books.db')
  const lost = (error: Error): never => {
    throw error
  }
  const { bank, ledger } = open(file, (written) => startWriter(written, lost))
  const kept = () => {
    const database = new Libsql(file, { readonly: true })
    const found = database.prepare('SELECT sequence, entry FROM entries ORDER BY sequence').all()
    database.close()
    return found as { readonly sequence: number; readonly entry: string }[]
  }
  await Promise.all([bank.authorize(request('pmt_1')), bank.authorize(request('pmt_2'))])
  expect(kept().map(({ sequence }) => sequence)).toEqual([1, 2])
  expect((await bank.capture(paymentRef('pmt_2'), 400)).outcome).toBe('done')
  expect(JSON.parse(kept()[1]?.entry ?? '')).toMatchObject({ payment_id: 'pmt_2', captured: 400 })
  await ledger.close()
})

test('a bank answers nothing about a payment before it is written, not even to an inquiry meanwhile', async () => {
  const writes: { readonly done: () => void; readonly fail: (error: Error) => void }[] = []
  const { bank } = open(':memory:', () => ({
    write: () =>
      new Promise((resolve, reject) => void writes.push({ done: () => resolve(ok(1)), fail: reject })),
    waiting: () => 0,
    close: async () => undefined,
  }))
  const answered: string[] = []
  const noting = <Answer>(name: string, answer: Promise<Answer>) =>
    answer.then(
      () => void answered.push(name),
      () => void answered.push(`${name} failed`),
    )
  const all = [noting('first', bank.authorize(request('pmt_1')))]
  await turn()
  all.push(
    noting('repeat', bank.authorize(request('pmt_1'))),
    noting('look', bank.inquire(paymentRef('pmt_1'))),
  )
  all.push(noting('other', bank.inquire(paymentRef('pmt_2'))))
  await turn()
  expect(writes).toHaveLength(1)
  expect(answered).toEqual(['other'])
  writes[0]?.fail(new Error('the disk is full'))
  await Promise.all(all)
  expect(answered.sort()).toEqual(['first failed', 'look failed', 'other', 'repeat failed'])
  // It was never written, so the bank does not know the payment.
  expect(await bank.inquire(paymentRef('pmt_1'))).toEqual({ outcome: 'not_found' })
  const again = bank.authorize(request('pmt_1'))
  await turn()
  writes[1]?.done()
  expect((await again).outcome).toBe('approved')
})

test('a bank whose books cannot be written answers nothing', async () => {
  const { bank } = open(':memory:', () => ({
    write: () => Promise.reject(new Error('the thread has ended')),
    waiting: () => 0,
    close: async () => undefined,
  }))
  await expect(bank.authorize(request('pmt_1'))).rejects.toThrow('the thread has ended')
  expect(await bank.inquire(paymentRef('pmt_1'))).toEqual({ outcome: 'not_found' })
})
