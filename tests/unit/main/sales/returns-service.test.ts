import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Tender } from '../../../../src-shared/pos/bill/bill.ts'
import type { CommandRefusal } from '../../../../src-shared/pos/refusals.ts'
import type { Return } from '../../../../src-shared/pos/returns/return.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { bill as billOf } from '../../shared/pos/returns/arbitrary-bill.ts'
import { hsn, losing } from '../support/manager.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import {
  allOf,
  cash,
  type OpenedReturns,
  openReturns,
  paidAt,
  type ReturnsOptions,
} from './returns-harness.ts'

let service: TestService
let folder: string
const running: (() => Promise<void>)[] = []
beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn })
  folder = await temporaryFolder('countertop-returns')
})
afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
  await service.stop()
})

const paidByCard = (amount: number, tip = 0) => paidAt(service, amount, tip)

async function open(options: ReturnsOptions = {}): Promise<OpenedReturns> {
  const counter = await openReturns(service, folder, options)
  running.push(counter.stop)
  return counter
}
const isDone = ({ status }: Return) => status === 'done'
const refundsOf = async (tender: Tender) => {
  if (tender.kind !== 'card') return []
  const params = { id: tender.payment.payment_id }
  return (await must(service.client.call('payments.list_refunds', { params, query: {} }))).data
}
const paymentOf = async (tender: Tender) => {
  if (tender.kind !== 'card') throw new Error('no card')
  return must(service.client.call('payments.get', { params: { id: tender.payment.payment_id } }))
}

const ofIntents = /\/payment_intents\//
const withPin = async (pin: string | null): Promise<CommandRefusal | null> =>
  pin === '123456' ? null : { code: 'pin_needed', message: '' }

describe('undoing the last sale', () => {
  test('the last sale is returned without a manager, as a void with its tip while it is unsettled', async () => {
    const counter = await open({ approve: async () => ({ code: 'pin_needed', message: '' }) })
    const tender = await paidByCard(2_000, 300)
    const sold = billOf({ total: 2_000, tenders: [tender] })
    await counter.book.file(sold)
    await must(counter.returns.begin(allOf(sold)))
    expect(await counter.until(isDone)).toMatchObject({ parts: [{ state: 'done', how: 'void', tip: 300 }] })
    expect(await paymentOf(tender)).toMatchObject({ status: 'voided' })
    expect(counter.audited).toEqual([
      expect.objectContaining({ command: 'returns.begin', role: null, outcome: 'done' }),
    ])
    expect(await counter.returns.begin(allOf(sold))).toMatchObject({ ok: false, error: { code: 'not_now' } })
  })

  test('only the newest sale can be undone, and cash needs the manager’s PIN', async () => {
    const counter = await open({
      approve: withPin,
      lastNumber: 'KT1043',
    })
    const older = billOf({ total: 2_000, tenders: [await paidByCard(2_000)] })
    const tenders = [await paidByCard(1_000), cash(500)]
    const newer = billOf({ id: 'bill_2', number: 'KT1043', total: 1_500, tenders })
    await counter.book.file(older)
    await counter.book.file(newer)
    for (const sold of [older, newer]) {
      expect(await counter.returns.begin(allOf(sold))).toMatchObject({ error: { code: 'pin_needed' } })
    }
    await must(counter.returns.begin({ ...allOf(older), pin: '123456' }))
    await counter.until(isDone)
    const person_id = 'person_ana'
    expect(counter.audited).toMatchObject([
      { role: 'manager', person_id, approved_by: null, outcome: 'pin_needed' },
      { role: 'manager', person_id, approved_by: null, outcome: 'pin_needed' },
      { role: 'manager', person_id, approved_by: 'person_mona', outcome: 'done' },
    ])
  })
})

describe('undoing the last sale without a manager', () => {
  const pinNeeded = { ok: false, error: { code: 'pin_needed' } }
  const sell = async (counter: OpenedReturns, tender: Tender) => {
    const sold = billOf({ total: 2_000, tenders: [tender] })
    await counter.book.file(sold)
    return sold
  }

  test('a sale followed by another one cannot be undone without a PIN, whatever the clock was', async () => {
    let now = Date.parse('2027-02-01T12:00:00.000Z')
    const counter = await open({ approve: withPin, lastNumber: 'KT1043', now: () => now })
    const sold = await sell(counter, await paidByCard(2_000))
    now = Date.parse('2026-11-22T12:00:00.000Z')
    // The following sale is not in the book yet.
    expect(await counter.returns.begin(allOf(sold))).toMatchObject(pinNeeded)
  })

  test('a sale can be undone without a PIN only in its shift, or for some hours without a drawer count', async () => {
    let now = Date.now()
    const counter = await open({ approve: withPin, now: () => now })
    const sold = await sell(counter, await paidByCard(2_000))
    const part = { ...allOf(sold), lines: [{ line_id: 'amount', quantity: 700 }], total: 700 }
    expect(await counter.returns.begin(part)).toMatchObject(pinNeeded)
    now += 13 * 3_600_000
    expect(await counter.returns.begin(allOf(sold))).toMatchObject(pinNeeded)
    now -= 12 * 3_600_000
    const at = new Date(now).toISOString()
    await counter.ledger.book({ id: 'cash_1', at, kind: 'opened', amount: 0 })
    expect(await counter.returns.begin(allOf(sold))).toMatchObject(pinNeeded)
  })

  test('a sale that was settled meanwhile is not refunded instead of voided, and needs a PIN', async () => {
    let isDown = true
    const fate = (request: string) => (isDown && ofIntents.test(request) ? 'never_arrives' : 'answered')
    const counter = await open({ approve: withPin, fate })
    const tender = await paidByCard(2_000)
    const sold = await sell(counter, tender)
    await must(counter.returns.begin(allOf(sold)))
    const { id } = await counter.until(({ parts }) => parts[0]?.state === 'refused')
    isDown = false
    const body = { account_id: service.access.accountId }
    await must(service.client.call('sandbox.settlements.close', { body }))
    await must(counter.returns.retry(id, null))
    await counter.until(
      ({ parts: [part] }) => part?.kind === 'card' && part.attempt === 2 && part.state === 'refused',
    )
    expect(await refundsOf(tender)).toEqual([])
    await must(counter.returns.cancel(id))
    expect(await counter.returns.begin(allOf(sold))).toMatchObject(pinNeeded)
  })
})

describe('money that was refunded elsewhere', () => {
  const refundElsewhere = (tender: Tender, amount: number) =>
    must(
      service.client.call('refunds.create', {
        params: { id: tender.kind === 'card' ? tender.payment.payment_id : '' },
        body: { amount },
        idempotencyKey: 'at-another-counter',
      }),
    )
  const elsewhere = { ok: false, error: { code: 'given_back_elsewhere' } }

  test('money that was refunded elsewhere is not refunded again at the counter', async () => {
    const counter = await open()
    const tender = await paidByCard(2_000)
    const sold = billOf({ total: 3_000, tenders: [tender, cash(1_000)] })
    await counter.book.file(sold)
    await refundElsewhere(tender, 500)
    expect(await counter.returns.begin(allOf(sold))).toMatchObject(elsewhere)
    expect(counter.shown()).toBeUndefined()
  })

  test('money that was refunded elsewhere, or whose refund is unknown, is not paid out in cash', async () => {
    let lost = ofIntents
    const counter = await open({ fate: (request) => (lost.test(request) ? 'never_arrives' : 'answered') })
    const tender = await paidByCard(2_000)
    const sold = billOf({ total: 2_000, tenders: [tender] })
    await counter.book.file(sold)
    await must(counter.returns.begin(allOf(sold)))
    const { id } = await counter.until(({ parts }) => parts[0]?.state === 'refused')
    lost = /./
    expect(await counter.returns.inCash(id, null)).toMatchObject({ error: { code: 'service_away' } })
    lost = ofIntents
    await refundElsewhere(tender, 2_000)
    expect(await counter.returns.inCash(id, null)).toMatchObject(elsewhere)
    expect(counter.shown()).toMatchObject({ parts: [{ kind: 'card', state: 'refused' }] })
  })
})

describe('a person’s actions on a return', () => {
  test('each action on a return is in the audit log with bill and amount, refused or not', async () => {
    const counter = await open({
      fate: (request) => (ofIntents.test(request) ? 'never_arrives' : 'answered'),
    })
    const sold = billOf({ total: 2_500, tenders: [await paidByCard(2_000), cash(500)] })
    await counter.book.file(sold)
    const { return_id: id } = await must(counter.returns.begin(allOf(sold)))
    await counter.until(({ parts }) => parts[0]?.state === 'refused')
    expect(await counter.returns.handedBack(id)).toMatchObject({ error: { code: 'not_now' } })
    await must(counter.returns.retry(id, null))
    await counter.until(({ parts }) => parts[0]?.state === 'refused')
    await must(counter.returns.cancel(id))
    const about = { return: id, bill: sold.number, amount: 2_000 }
    expect(counter.audited.slice(1)).toMatchObject([
      { role: null, command: 'returns.handed_back', about, outcome: 'not_now' },
      { role: null, command: 'returns.retry', about, outcome: 'done' },
      { role: null, command: 'returns.cancel', about, outcome: 'done' },
    ])
  })
})

describe('the journal of returns', () => {
  const path = () => join(folder, 'returns.jsonl')
  const damageLast = async (from: RegExp, to: string) => {
    const lines = (await readFile(path(), 'utf8')).split('\n').filter((line) => line !== '')
    const last = lines.pop() ?? ''
    expect(last).toMatch(from)
    await writeFile(path(), [...lines, last.replace(from, to)].join('\n').concat('\n'))
  }

  test('a damaged line of the returns blocks its bill until a person acknowledges it, also after a restart', async () => {
    const first = await open()
    const sold = billOf({ total: 500, tenders: [cash(500)] })
    const other = billOf({ id: 'bill_2', number: 'KT1043', total: 500, tenders: [cash(500)] })
    await first.book.file(sold)
    await first.book.file(other)
    const { return_id } = await must(first.returns.begin(allOf(sold)))
    await must(first.returns.handedBack(return_id))
    await first.until(isDone)
    await first.stop()
    const done = (await readFile(path(), 'utf8')).trim().split('\n').pop() ?? ''
    await writeFile(path(), `${done.replace('"status":"done"', '"status":"d')}\n`)
    const second = await open()
    expect(second.unreadable()).toBe(1)
    await second.stop()
    const third = await open()
    expect(third.unreadable()).toBe(1)
    expect(await third.returns.begin(allOf(sold))).toMatchObject({ error: { code: 'records_unreadable' } })
    expect((await third.returns.begin(allOf(other))).ok).toBe(true)
    await must(third.returns.acknowledgeUnreadable())
    expect(third.unreadable()).toBe(0)
    await third.stop()
    expect((await open()).unreadable()).toBe(0)
  })

  test('an unreadable file of returns is shown, kept, and blocks every return until acknowledged', async () => {
    await mkdir(path(), { recursive: true })
    const first = await open()
    const sold = billOf({ total: 500, tenders: [cash(500)] })
    await first.book.file(sold)
    expect(first.unreadable()).toBe(1)
    expect(await first.returns.begin(allOf(sold))).toMatchObject({ error: { code: 'records_unreadable' } })
    await first.stop()
    expect((await readdir(folder)).filter((name) => name.endsWith('.unreadable'))).toHaveLength(1)
    const second = await open()
    expect(second.unreadable()).toBe(1)
    await must(second.returns.acknowledgeUnreadable())
    expect((await second.returns.begin(allOf(sold))).ok).toBe(true)
  })

  test('when the newest line of a return is damaged, nothing of an older line is sent again', async () => {
    const first = await open()
    const tender = await paidByCard(2_000)
    const sold = billOf({ total: 2_500, tenders: [tender, cash(500)] })
    await first.book.file(sold)
    const asked = { ...allOf(sold), lines: [{ line_id: 'amount', quantity: 700 }], total: 700 }
    await must(first.returns.begin(asked))
    await first.until(isDone)
    await first.stop()
    await damageLast(/"status":"done"/, '"status":"d')
    const second = await open()
    const { id } = await second.until(({ parts }) => parts[0]?.state === 'unresolved')
    expect(await second.returns.retry(id, null)).toMatchObject({ error: { code: 'records_unreadable' } })
    expect((await refundsOf(tender)).map(({ amount }) => amount)).toEqual([700])
    expect(second.manager.sent.filter((request) => request.startsWith('POST '))).toEqual([])
  })

  test('when a line cannot be written, no return of its bill begins until the file’s content is known', async () => {
    let isFull = true
    const counter = await open({ isFull: () => isFull })
    const sold = billOf({ total: 500, tenders: [cash(500)] })
    await counter.book.file(sold)
    for (let time = 0; time < 2; time++) {
      expect(await counter.returns.begin(allOf(sold))).toMatchObject({ error: { code: 'failed' } })
    }
    isFull = false
    await until(
      () => readFile(path(), 'utf8'),
      (text) => text.includes('"status":"cancelled"'),
    )
    await until(
      () => counter.returns.begin(allOf(sold)),
      ({ ok }) => ok,
    )
    expect((await readFile(path(), 'utf8')).match(/"status":"cancelled"/g)).toHaveLength(1)
    // The same for a step of a return: the line that takes it back would also take back what was recorded meanwhile.
    const { id } = await counter.until(({ status }) => status === 'open')
    isFull = true
    expect(await counter.returns.handedBack(id)).toMatchObject({ error: { code: 'failed' } })
    isFull = false
    expect(await counter.returns.handedBack(id)).toMatchObject({ error: { code: 'failed' } })
    await until(
      () => counter.returns.handedBack(id),
      ({ ok }) => ok,
    )
  })
})

describe('a return across several tenders', () => {
  test('a return refunds the cards first, then the cash once it is handed over, each recorded once', async () => {
    const counter = await open()
    const cards = [await paidByCard(2_000), await paidByCard(3_000, 450)]
    const sold = billOf({ tenders: [...cards, cash(1_000)] })
    await counter.book.file(sold)
    const asked = { ...allOf(sold), lines: [{ line_id: 'amount', quantity: 5_500 }], tips: [], total: 5_500 }
    expect(await counter.returns.begin({ ...asked, total: 5_499 })).toMatchObject({ ok: false })
    const [first, second] = await Promise.all([counter.returns.begin(asked), counter.returns.begin(asked)])
    expect([first.ok, second.ok]).toEqual([true, false])
    const waiting = await counter.until(({ parts }) => parts[2]?.state === 'to_hand_back')
    expect(waiting.parts.map(({ tender_id, goods, state }) => [tender_id, goods, state])).toEqual([
      [cards[1]?.kind === 'card' && cards[1].sale.id, 3_000, 'done'],
      [cards[0]?.kind === 'card' && cards[0].sale.id, 2_000, 'done'],
      ['cash', 500, 'to_hand_back'],
    ])
    expect(counter.ledger.shift().refunds).toBe(0)
    expect((await counter.returns.cancel(waiting.id)).ok).toBe(false)
    expect((await counter.returns.handedBack(waiting.id)).ok).toBe(true)
    expect((await counter.returns.handedBack(waiting.id)).ok).toBe(false)
    await counter.until(isDone)
    expect(counter.ledger.shift()).toMatchObject({ refunds: 500, entries: 1 })
    expect((await refundsOf(cards[1] as Tender)).map(({ amount }) => amount)).toEqual([3_000])
    expect(counter.returns.acknowledge(waiting.id).ok).toBe(true)
    expect(counter.shown()).toBeUndefined()
  })

  test('a refund that was certainly not sent is reported, and can be retried or paid out in cash', async () => {
    let isDown = false
    // The payment is found, but whether its intent may be refunded is unknown.
    const fate = (request: string) => (isDown && ofIntents.test(request) ? 'never_arrives' : 'answered')
    const counter = await open({ fate })
    const tender = await paidByCard(2_000)
    const sold = billOf({ total: 2_000, tenders: [tender] })
    await counter.book.file(sold)
    isDown = true
    await must(counter.returns.begin(allOf(sold)))
    const { id } = await counter.until(({ parts }) => parts[0]?.state === 'refused')
    await must(counter.returns.retry(id, null))
    await counter.until(({ parts }) => parts[0]?.state === 'refused')
    await must(counter.returns.inCash(id, null))
    await must(counter.returns.handedBack(id))
    await counter.until(isDone)
    isDown = false
    expect(await refundsOf(tender)).toEqual([])
    expect(counter.ledger.shift().refunds).toBe(2_000)
  })

  test('a refund with a lost answer is looked up, and is made once', async () => {
    const counter = await open({ fate: losing(/^POST .*\/(refunds|cancel)$/, 'lost', 1) })
    const tender = await paidByCard(2_000)
    const sold = billOf({ total: 2_000, tenders: [tender, cash(500)] })
    await counter.book.file(billOf({ ...sold, total: 2_500 }))
    await must(
      counter.returns.begin({ ...allOf(sold), lines: [{ line_id: 'amount', quantity: 700 }], total: 700 }),
    )
    await counter.until(isDone)
    expect((await refundsOf(tender)).map(({ amount }) => amount)).toEqual([700])
  })

  test('a return interrupted at any write continues at the next start, and nothing is refunded twice', async () => {
    const ended = async (counter: OpenedReturns, id: string) => {
      await counter.until(({ status, parts }) => status === 'done' || parts[1]?.state === 'to_hand_back')
      await counter.returns.handedBack(id)
      await counter.until(isDone)
    }
    for (let dieAt = 1; dieAt <= 6; dieAt++) {
      folder = await temporaryFolder('countertop-returns')
      const tender = await paidByCard(2_000)
      const sold = billOf({ total: 2_500, tenders: [tender, cash(500)] })
      const first = await open({ dieAt })
      await first.book.file(sold)
      const begun = first.returns.begin(allOf(sold))
      const walk = begun.then(async (answer) => answer.ok && ended(first, answer.value.return_id))
      walk.catch(() => undefined)
      await until(
        () => first.isDead() || first.shown()?.status === 'done',
        (isOver) => isOver,
      )
      await first.stop()
      const second = await open()
      const found = second.shown() ?? second.returns.of(sold.id)[0]
      // Nothing has begun before the first line is on the disk.
      if (found === undefined) expect(dieAt).toBe(1)
      else if (found.status === 'open') await ended(second, found.id)
      else expect(found.status).toBe('done')
      const refunds = await refundsOf(tender)
      const { status } = await paymentOf(tender)
      expect([refunds.length, status]).toEqual(found === undefined ? [0, 'captured'] : [0, 'voided'])
      expect(second.ledger.shift().refunds).toBe(found === undefined ? 0 : 500)
      await second.stop()
    }
  })
})
