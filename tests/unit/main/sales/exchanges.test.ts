import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Bill, ExchangeTender, Tender } from '../../../../src-shared/pos/bill/bill.ts'
import type { Return } from '../../../../src-shared/pos/returns/return.ts'
import { partCents } from '../../../../src-shared/pos/returns/return-sums.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { eventually } from '../../../support/eventually.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { bill as billOf, cardTender } from '../../shared/pos/returns/arbitrary-bill.ts'
import { hsn, pay } from '../support/manager.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { allOf, type OpenedReturns, openReturns, type ReturnsOptions } from './returns-harness.ts'

let service: TestService
let folder: string
const running: (() => Promise<void>)[] = []
beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn })
  folder = await temporaryFolder('countertop-exchanges')
})
afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
  await service.stop()
})

async function open(options: ReturnsOptions = {}): Promise<OpenedReturns> {
  const counter = await openReturns(service, folder, options)
  running.push(counter.stop)
  return counter
}

/** A bill paid by a card of the real service. */
async function soldByCard(total: number): Promise<{ readonly sold: Bill; readonly payment_id: string }> {
  const { id, payment_intent_id: intent_id } = await pay(service, total)
  const { sale, payment, ...rest } = cardTender(id, total)
  const tender: Tender = {
    ...rest,
    sale: { ...sale, intent_id },
    payment: { ...payment, payment_id: id },
  }
  return { sold: billOf({ total, tenders: [tender] }), payment_id: id }
}
const refunded = async (payment_id: string): Promise<number> => {
  const asked = { params: { id: payment_id }, query: {} }
  const { data } = await must(service.client.call('payments.list_refunds', asked))
  return data.reduce((sum, { amount }) => sum + amount, 0)
}
const refundElsewhere = (payment_id: string, amount: number) =>
  must(service.client.call('refunds.create', { params: { id: payment_id }, body: { amount } }))
const worth = (total: number) => ({
  number: 'KT1042',
  lines: [{ line_id: 'amount', quantity: total }],
  tips: [],
  total,
  exchange: true,
  reason: '',
})
const isDone = ({ status }: Return) => status === 'done'
const notNow = { ok: false, error: { code: 'not_now' } }

/** Opens the bill of the new goods, with the exchange as its first tender. */
async function begin(counter: OpenedReturns, return_id: string, total: number, back: number): Promise<Bill> {
  let first: ExchangeTender | null = null
  await must(
    counter.returns.exchangeFor({ return_id, total, back }, async (tender) => {
      first = tender
      return ok(null)
    }),
  )
  if (first === null) throw new Error('it was not opened')
  return billOf({ id: 'bill_2', number: 'KT1043', total, tenders: [first] })
}

describe('an exchange', () => {
  test('an exchange needs the manager’s PIN, moves no money while other goods are rung up, and can be cancelled', async () => {
    const counter = await open({
      approve: async (pin) => (pin === '123456' ? null : { code: 'pin_needed', message: '' }),
    })
    const { sold, payment_id } = await soldByCard(2_000)
    await counter.book.file(sold)
    expect(await counter.returns.begin(worth(1_200))).toMatchObject({ error: { code: 'pin_needed' } })
    const asked = { ...worth(1_200), pin: '123456' }
    // Only with the worth that the person read.
    expect(await counter.returns.begin({ ...asked, total: 1_199 })).toMatchObject(notNow)
    const { return_id } = await must(counter.returns.begin(asked))
    expect(counter.shown()).toMatchObject({ status: 'open', exchange: { bill: null } })
    // Meanwhile nothing else of that sale can be returned, and no second exchange can begin.
    expect(await counter.returns.begin({ ...allOf(sold), pin: '123456' })).toMatchObject(notNow)
    for (const exchange of [true, false]) {
      const another = { ...worth(100), exchange, pin: '123456' }
      expect(await counter.returns.begin(another)).toMatchObject(notNow)
    }
    await must(counter.returns.cancel(return_id))
    expect(await refunded(payment_id)).toBe(0)
    await must(counter.returns.begin({ ...allOf(sold), pin: '123456' }))
    expect(counter.audited.at(-2)).toMatchObject({ command: 'returns.cancel', outcome: 'done' })
    expect(counter.audited[1]).toMatchObject({ approved_by: 'person_mona', about: { exchange: true } })
  })

  test('a cheaper exchange refunds the rest once, and a later return of the new goods goes to the first card', async () => {
    const counter = await open()
    const { sold, payment_id } = await soldByCard(2_000)
    await counter.book.file(sold)
    const { return_id } = await must(counter.returns.begin(worth(1_200)))
    const next = await begin(counter, return_id, 800, 400)
    expect(next.tenders).toMatchObject([{ kind: 'exchange', amount: 800, number: 'KT1042' }])
    // Recorded twice, as after a crash: once for the counter, once before the bill is filed.
    await counter.returns.exchangeEnded(next)
    await counter.returns.exchangeEnded(next)
    await counter.until(isDone)
    expect(await refunded(payment_id)).toBe(400)
    // Its worth was used; it pays for no second bill.
    const again = { return_id, total: 800, back: 400 }
    expect(await counter.returns.exchangeFor(again, async () => ok(null))).toMatchObject(notNow)
    await counter.book.file(next)
    expect(counter.returns.acknowledge(return_id)).toEqual(ok(null))
    await must(counter.returns.begin(allOf(next)))
    await counter.until(({ number, status }) => number === 'KT1043' && status === 'done')
    expect(await refunded(payment_id)).toBe(1_200)
    // Only the part of the first bill that was never returned is left.
    expect(await counter.returns.begin({ ...worth(801), exchange: false })).toMatchObject(notNow)
  })

  test('an exchange of everything is undone with the new sale, and the first card is refunded once', async () => {
    const counter = await open()
    const { sold, payment_id } = await soldByCard(2_000)
    await counter.book.file(sold)
    const { return_id } = await must(counter.returns.begin(worth(2_000)))
    const next = await begin(counter, return_id, 2_000, 0)
    await counter.returns.exchangeEnded(next)
    await counter.book.file(next)
    // Nothing of the first sale is left to undo, return or exchange.
    expect(await counter.returns.begin({ ...worth(2_000), exchange: false })).toMatchObject(notNow)
    expect(await counter.returns.begin(worth(2_000))).toMatchObject(notNow)
    expect(await refunded(payment_id)).toBe(0)
    await must(counter.returns.begin(allOf(next)))
    await counter.until(({ number, status }) => number === 'KT1043' && status === 'done')
    expect(await refunded(payment_id)).toBe(2_000)
    expect(await counter.returns.begin(allOf(next))).toMatchObject(notNow)
  })

  test('only one exchange can begin while its approval is checked, of any sale', async () => {
    let release = () => {}
    const approved = new Promise<null>((resolve) => {
      release = () => resolve(null)
    })
    let asked = 0
    let bothAsked = () => {}
    const twice = new Promise<void>((resolve) => {
      bothAsked = resolve
    })
    const approve = () => {
      asked++
      if (asked === 2) bothAsked()
      return approved
    }
    const counter = await open({ approve })
    for (const number of ['KT1042', 'KT1050']) {
      const { sold } = await soldByCard(2_000)
      await counter.book.file({ ...sold, id: `bill_${number}`, number })
    }
    const first = counter.returns.begin(worth(1_200))
    await eventually(() => expect(asked).toBe(1))
    const second = counter.returns.begin({ ...worth(500), number: 'KT1050' })
    await Promise.race([second, twice])
    release()
    expect(await first).toMatchObject({ ok: true })
    expect(await second).toMatchObject(notNow)
  })

  test('an exchange whose bill was put aside does not block another exchange', async () => {
    let isAside = false
    const counter = await open({ isExchangeAside: () => isAside })
    const { sold } = await soldByCard(2_000)
    const other = { ...(await soldByCard(3_000)).sold, id: 'bill_other', number: 'KT1050' }
    await counter.book.file(sold)
    await counter.book.file(other)
    const { return_id } = await must(counter.returns.begin(worth(1_200)))
    await begin(counter, return_id, 2_000, 0)
    const second = { ...worth(500), number: 'KT1050' }
    expect(await counter.returns.begin(second)).toMatchObject(notNow)
    isAside = true
    expect(await counter.returns.begin(second)).toMatchObject({ ok: true })
  })

  test('an exchange opens one bill, only with the rest that the cashier read, and cannot be cancelled after paying', async () => {
    let state: 'paid' | null = null
    const counter = await open({ exchangeState: () => state })
    const { sold } = await soldByCard(2_000)
    await counter.book.file(sold)
    const { return_id } = await must(counter.returns.begin(worth(1_200)))
    const asked = { return_id, total: 800, back: 399 }
    expect(await counter.returns.exchangeFor(asked, async () => ok(null))).toMatchObject(notNow)
    const refusal = err({ code: 'not_now', message: 'the order has changed' } as const)
    expect(await counter.returns.exchangeFor({ ...asked, back: 400 }, async () => refusal)).toEqual(refusal)
    state = 'paid'
    expect(await counter.returns.exchangeFor({ ...asked, back: 400 }, async () => ok(null))).toMatchObject(
      notNow,
    )
    expect(await counter.returns.cancel(return_id)).toMatchObject(notNow)
  })

  test('an exchange opens no bill after its card was refunded at another counter', async () => {
    const counter = await open()
    const { sold, payment_id } = await soldByCard(2_000)
    await counter.book.file(sold)
    const { return_id } = await must(counter.returns.begin(worth(1_200)))
    await refundElsewhere(payment_id, 1_000)
    const asked = { return_id, total: 1_200, back: 0 }
    const refused = { ok: false, error: { code: 'given_back_elsewhere' } }
    expect(await counter.returns.exchangeFor(asked, async () => ok(null))).toMatchObject(refused)
    await must(counter.returns.cancel(return_id))
  })

  test('an exchange reduces what its card can be refunded, until the new goods are returned', async () => {
    const counter = await open()
    const { sold, payment_id } = await soldByCard(2_000)
    await counter.book.file(sold)
    const { return_id } = await must(counter.returns.begin(worth(800)))
    const next = await begin(counter, return_id, 800, 0)
    await counter.returns.exchangeEnded(next)
    await counter.book.file(next)
    await refundElsewhere(payment_id, 1_200)
    // The bank could still refund 800 cents, but the customer has other goods for them.
    expect(await counter.returns.begin({ ...worth(100), exchange: false })).toMatchObject({
      error: { code: 'given_back_elsewhere' },
    })
    // The refund made elsewhere was for something else.
    expect(await counter.returns.begin(allOf(next))).toMatchObject({ error: { code: 'part_given_back' } })
    await must(counter.returns.begin({ ...allOf(next), looked: true }))
    await counter.until(({ number, status }) => number === 'KT1043' && status === 'done')
    expect(await refunded(payment_id)).toBe(2_000)
  })

  test('the bill of an exchange takes refunds into account that were made before the first bill was paid', async () => {
    const counter = await open()
    const { sold, payment_id } = await soldByCard(2_000)
    await refundElsewhere(payment_id, 500)
    const [card] = sold.tenders
    if (card?.kind !== 'card') throw new Error('it was paid by card')
    const payment = { ...card.payment, returned: 500 }
    await counter.book.file({ ...sold, tenders: [{ ...card, amount: 1_500, payment }], total: 1_500 })
    const { return_id } = await must(counter.returns.begin(worth(800)))
    const next = await begin(counter, return_id, 800, 0)
    await counter.returns.exchangeEnded(next)
    await counter.book.file(next)
    // No notice is needed.
    await must(counter.returns.begin(allOf(next)))
    await counter.until(({ number, status }) => number === 'KT1043' && status === 'done')
    expect(await refunded(payment_id)).toBe(1_300)
  })

  test('an exchange whose line was lost is recorded again from its bill, and nothing is refunded without a check', async () => {
    const first = await open()
    const { sold, payment_id } = await soldByCard(2_000)
    await first.book.file(sold)
    const { return_id } = await must(first.returns.begin(worth(1_200)))
    const next = await begin(first, return_id, 800, 400)
    await first.stop()
    const path = join(folder, 'returns.jsonl')
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('"number"', '"numb'))
    const second = await open()
    expect(second.returns.of(sold.id)).toEqual([])
    await second.returns.exchangeEnded(next)
    await second.until(isDone)
    expect(second.shown()).toMatchObject({
      exchange: { bill: 'KT1043' },
      parts: [{ kind: 'card', state: 'unresolved', goods: 400 }, { kind: 'exchange' }],
    })
    expect(await refunded(payment_id)).toBe(0)
    await must(second.returns.acknowledgeUnreadable())
    // The same goods cannot be returned a second time.
    expect(await second.returns.begin({ ...worth(801), exchange: false })).toMatchObject(notNow)
  })

  test('an exchange whose bill was undone does not count, and the whole first sale can be returned', async () => {
    const counter = await open()
    const { sold, payment_id } = await soldByCard(2_000)
    await counter.book.file(sold)
    const { return_id } = await must(counter.returns.begin(worth(1_200)))
    const { tenders, ...next } = await begin(counter, return_id, 5_000, 0)
    await counter.returns.exchangeEnded({
      ...next,
      tenders: tenders.map((one) => ({ ...one, status: 'returned' as const })),
    })
    await must(counter.returns.begin({ ...allOf(sold) }))
    await counter.until(isDone)
    const { status } = await must(service.client.call('payments.get', { params: { id: payment_id } }))
    expect(status).toBe('voided')
  })

  test('an exchange interrupted at any write is completed at the next start, and refunds the rest once', async () => {
    for (let dieAt = 1; dieAt <= 3; dieAt++) {
      folder = await temporaryFolder('countertop-exchanges')
      const { sold, payment_id } = await soldByCard(2_000)
      const first = await open({ dieAt })
      await first.book.file(sold)
      const walk = first.returns.begin(worth(1_200)).then(async (begun) => {
        if (!begun.ok) return null
        const bill = await begin(first, begun.value.return_id, 800, 400)
        void first.returns.exchangeEnded(bill)
        return bill
      })
      await until(
        () => first.isDead(),
        (isDead) => isDead,
      )
      const bill = dieAt === 1 ? null : await walk
      await first.stop()
      const second = await open()
      const found = second.returns.of(sold.id)
      expect(found).toHaveLength(dieAt === 1 ? 0 : 1)
      // The bill is in the counter's own journal, and is reported again.
      if (bill !== null) await second.returns.exchangeEnded(bill)
      if (bill !== null) await second.until(isDone)
      expect(await refunded(payment_id)).toBe(dieAt === 1 ? 0 : 400)
      const [ended] = second.returns.of(sold.id)
      expect(ended?.parts.reduce((sum, part) => sum + partCents(part), 0) ?? 0).toBe(dieAt === 1 ? 0 : 1_200)
      await second.stop()
    }
  })
})
