import { expect, onTestFinished, test } from 'vitest'
import { createGiftCardService, type PutDone } from '../../../../src-main/gift-cards/gift-card-service.ts'
import type { Log } from '../../../../src-main/log.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { GiftCardTender } from '../../../../src-shared/pos/bill/gift-card-events.ts'
import type { GiftCardTask } from '../../../../src-shared/pos/gift-cards/gift-cards.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import { until } from '../support/service.ts'

const quiet = { info() {}, warn() {}, error() {} } as unknown as Log

/** @param answers answers of the service in order; the last one is repeated */
function setUp({
  write = async () => {},
  answers = [],
}: {
  readonly write?: (task: GiftCardTask) => Promise<void>
  readonly answers?: readonly object[]
}) {
  let asked = 0
  const call = async () => answers[Math.min(asked++, answers.length - 1)] ?? noAnswer
  const written: GiftCardTask[] = []
  const cards = createGiftCardService({
    journal: {
      found: [],
      async write(task) {
        await write(task)
        written.push(task)
      },
      close: async () => {},
    },
    client: () => ({ call }) as unknown as Client,
    shop: () => {
      throw new Error('nothing is printed here')
    },
    printer: { print: async () => false } as never,
    paper: () => 58 as never,
    sales: { billOf: async () => null, nameOf: () => null },
    onStatus: () => {},
    retryMs: 1,
    log: quiet,
  })
  onTestFinished(() => cards.stop())
  return { cards, written, asked: () => asked }
}

const noAnswer = { ok: false, error: { kind: 'no_answer', reason: 'lost' } }
const refused = (status: number, code: string, param?: string) => ({
  ok: false,
  error: { kind: 'refused', status, error: { code, message: `${code}.`, param } },
})

const line = { ...plainLine('line_1', 'Gift card', 500), gift_card: { card_id: null, last_four: '' } }
const paidBill = {
  id: 'bill_1',
  number: 'KT1',
  order: { id: 'ord_1', lines: [line], discounts: [] },
  total: 500,
  currency: 'USD',
  status: 'open',
  tenders: [{ kind: 'cash', status: 'paid', amount: 500 }],
} as unknown as Bill

test('a bill that is filed at once waits until the task of its gift card is written', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { cards, written } = setUp({ write: () => held })
  void cards.follow(paidBill)
  let isFiled = false
  const filed = cards.follow(paidBill).then(() => {
    isFiled = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isFiled).toBe(false)
  release()
  await filed
  expect(written.map(({ state }) => state)).toEqual(['waiting'])
})

test('a bill whose gift card task could not be written is not filed, and a retry files it', async () => {
  let tries = 0
  const { cards, written } = setUp({
    async write() {
      tries += 1
      if (tries === 1) throw new Error('the disk is full')
    },
  })
  const both = await Promise.allSettled([cards.follow(paidBill), cards.follow(paidBill)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await cards.follow(paidBill)
  expect(written).toHaveLength(1)
})

const tender = { id: 'gce_1', card_id: 'gc_1', amount: 500 } as GiftCardTender
const paid = { ok: true, value: { gift_card: { id: 'gc_1' }, entry: { balance: 400 } } }

test.each([
  ['its key may do nothing for a while', refused(403, 'permission_denied')],
  ['its key does not reach the account any more', refused(404, 'resource_missing', 'x-account-id')],
])('a payment that may have arrived is not treated as refused because of %s', async (_, refusal) => {
  const { cards, asked } = setUp({ answers: [noAnswer, refusal, paid] })
  expect(await cards.redeem({ tender, currency: 'USD', bill: 'KT1042' }, () => true)).toEqual({
    kind: 'paid',
    left: 400,
  })
  expect(asked()).toBe(3)
})

test('a payment is refused with the reason from the ledger', async () => {
  const { cards } = setUp({ answers: [refused(409, 'gift_card_blocked')] })
  expect(await cards.redeem({ tender, currency: 'USD', bill: 'KT1042' }, () => true)).toEqual({
    kind: 'refused',
    reason: 'blocked',
  })
})

test('an uncertain payment is refused only after its reversal is written down', async () => {
  let tries = 0
  const { cards, written } = setUp({
    answers: [noAnswer, refused(409, 'gift_card_blocked')],
    async write() {
      tries += 1
      if (tries === 1) throw new Error('the disk is full')
    },
  })
  await cards.redeem({ tender, currency: 'USD', bill: 'KT1042' }, () => true)
  expect([tries > 1, written[0]]).toMatchObject([
    true,
    { task: 'reverse', reference: 'gce_1', state: 'waiting', perhaps: true },
  ])
})

test('a refund to a gift card counts as certain only if the card’s payment was answered', async () => {
  const { cards, written } = setUp({})
  const returned = { ...tender, kind: 'gift_card', status: 'returned' } as const
  const tenders = [
    { ...returned, left: 400 },
    { ...returned, id: 'gce_2', left: null },
  ]
  await cards.follow({ ...paidBill, order: null, status: 'undoing', tenders })
  expect(written.map(({ reference, perhaps }) => [reference, perhaps])).toEqual([
    ['gce_1', undefined],
    ['gce_2', true],
  ])
})

test('the code of a refused gift card is deleted, so that a card made by an earlier try cannot be spent', async () => {
  const { cards, written } = setUp({ answers: [noAnswer, refused(400, 'parameter_invalid')] })
  await cards.follow(paidBill)
  const [first] = written
  const last = await until(
    () => written.at(-1),
    (task) => task?.state === 'refused',
  )
  expect([first?.code, last?.code, last?.last_four]).toEqual([
    expect.any(String),
    null,
    first?.code?.slice(-4),
  ])
})

test('seeing the refusal of store credit does not mark it as loaded', async () => {
  const { cards } = setUp({ answers: [refused(409, 'gift_card_blocked')] })
  const asked = { reference: 'ret_1-1-1', amount: 500, currency: 'USD', bill: 'KT1' }
  const put = (): Promise<PutDone | null> => cards.put({ ...asked, card_id: 'gc_1', last_four: 'PFCZ' })
  const no = { kind: 'refused', detail: 'gift_card_blocked.' }
  expect(await put()).toEqual(no)
  await until(
    () => cards.putAway(asked.reference),
    ({ ok }) => ok,
  )
  expect(await put()).toEqual(no)
})
