import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../../../src-main/paths.ts'
import type { CallInput } from '../../../../src-shared/api/client.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { FoundGiftCard, GiftCardTask } from '../../../../src-shared/pos/gift-cards/gift-cards.ts'
import type { Order, OrderLine } from '../../../../src-shared/pos/order/order.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import { must } from '../../../support/must.ts'
import { type CounterHarness, openCounterHarness } from '../support/counter-harness.ts'
import { type Fault, withFaults } from '../support/faulty-service.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

let service: TestService
let counter: CounterHarness
let ids = 0
beforeEach(async () => {
  service = await startTestService()
})
afterEach(async () => {
  await counter.stop()
  await service.stop()
})

async function open(
  faultOf: (operation: string, input: object) => Fault | object = () => 'pass',
  userData?: string,
) {
  const access = withFaults(service.access, faultOf)
  counter = await openCounterHarness({
    access: () => access,
    accountId: service.access.accountId,
    hsn: null,
    ...(userData === undefined ? {} : { userData }),
  })
  return counter
}

const giftLine = (unit_amount: number, card_id: string | null = null): OrderLine => ({
  ...plainLine(`line_${++ids}`, 'Gift card', unit_amount),
  gift_card: { card_id, last_four: '' },
})
const coffee = (): OrderLine => plainLine(`line_${++ids}`, 'Coffee', 450)
const orderOf = (...lines: OrderLine[]): Order => ({ id: `ord_${++ids}`, lines, discounts: [] })

function takeCash(order: Order | null, total: number) {
  const bill = { id: `bill_${++ids}`, order, total, currency: 'USD', note: '' }
  const asked = {
    kind: 'take_cash',
    id: `cash_${++ids}`,
    tendered: total,
    balance: total,
    step: 1,
    bill,
  } as const
  expect(counter.sale.dispatch(asked)).toBe(true)
}

const taskIs = async (state: GiftCardTask['state']): Promise<GiftCardTask> => {
  const { tasks } = await until(
    () => counter.snapshot().gift_cards,
    (now) => now.tasks.some((task) => task.state === state),
  )
  const task = tasks.find((one) => one.state === state)
  if (task === undefined) throw new Error(`no task is ${state}`)
  return task
}
const balanceOf = async (id: string) =>
  (await must(service.client.call('gift_cards.get', { params: { id } }))).balance
const entriesOf = async (id: string) =>
  (await must(service.client.call('gift_cards.list_entries', { params: { id }, query: {} }))).data

/** Sells a gift card, and returns it with its code. */
async function sellCard(cents: number) {
  takeCash(orderOf(giftLine(cents)), cents)
  const task = await taskIs('to_hand_over')
  counter.sale.dispatch({ kind: 'finish' })
  await until(counter.sale.bill, (bill) => bill === null)
  return { code: task.code ?? '', card_id: task.card_id ?? '', reference: task.reference }
}

const lookUp = async (code: string): Promise<FoundGiftCard> =>
  must((await counter.giftCards()).lookUp(code)) as Promise<FoundGiftCard>

function pay(card: FoundGiftCard, amount: number, total: number) {
  const bill = { id: `bill_${++ids}`, order: null, total, currency: 'USD', note: '' }
  const id = `gce_paid_${++ids}`
  const asked = { kind: 'take_gift_card', id, card, amount, balance: total, bill } as const
  expect(counter.sale.dispatch(asked)).toBe(true)
}
const billIs = (is: (bill: Bill) => boolean): Promise<Bill> =>
  until(counter.sale.bill, (bill) => bill !== null && is(bill)) as Promise<Bill>
const isPaidBy =
  (cents: number) =>
  ({ tenders }: Bill) =>
    tenders.some((one) => one.kind === 'gift_card' && one.status === 'paid' && one.amount === cents)

describe('selling a gift card', () => {
  test('a gift card is created once its bill is paid, with the amount of its line', async () => {
    await open()
    takeCash(orderOf(giftLine(5000), coffee()), 5450)
    const task = await taskIs('to_hand_over')
    expect(await lookUp(task.code ?? '')).toMatchObject({ balance: 5000, card_id: task.card_id })
    await must((await counter.giftCards()).putAway(task.reference))
    expect(counter.snapshot().gift_cards.tasks).toEqual([])
  })

  test('a gift card is created once even if answers are lost, also after a restart', async () => {
    let lost = 0
    await open((operation) => (operation === 'gift_cards.create' && ++lost < 3 ? 'lose_answer' : 'pass'))
    const { userData } = counter
    takeCash(orderOf(giftLine(700)), 700)
    await until(
      () => lost,
      (times) => times > 0,
    )
    await counter.stop()
    await open(() => 'pass', userData)
    const task = await taskIs('to_hand_over')
    expect(await balanceOf(task.card_id ?? '')).toBe(700)
    const listed = await must(service.client.call('gift_cards.list', { query: {} }))
    expect(listed.data).toHaveLength(1)
  })

  test('once the customer has the code, no file contains it', async () => {
    await open()
    const { code, reference } = await sellCard(900)
    await must((await counter.giftCards()).putAway(reference))
    const { userData } = counter
    await counter.stop()
    await open(() => 'pass', userData)
    await counter.giftCards()
    const text = await readFile(dataPaths(userData).giftCards(service.access.accountId), 'utf8')
    expect(text).toContain(reference)
    expect(text).not.toContain(code)
  })

  test('a gift card can be loaded by a line of its own', async () => {
    await open()
    const { card_id } = await sellCard(900)
    takeCash(orderOf(giftLine(100, card_id)), 100)
    await until(
      () => balanceOf(card_id),
      (balance) => balance === 1000,
    )
  })
})

describe('looking up a gift card', () => {
  test('each ledger line of a gift card names its sale and cashier, newest first', async () => {
    await open()
    const { code, card_id } = await sellCard(900)
    pay(await lookUp(code), 300, 300)
    const paid = await billIs(isPaidBy(300))
    counter.sale.dispatch({ kind: 'finish' })
    await until(counter.sale.bill, (bill) => bill === null)
    const cards = await counter.giftCards()
    const { moves, more, card } = await must(cards.history({ card_id }))
    expect(moves).toMatchObject([
      { kind: 'redeem', amount: -300, balance: 600, bill: paid.number },
      { kind: 'issue', amount: 900, balance: 900, bill: expect.stringMatching(/^[A-Z]{2}\d+$/) },
    ])
    expect({ more, balance: card.balance }).toEqual({ more: false, balance: 600 })
    expect(await cards.history({ card_id: 'gc_9' })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    })
  })

  test('a lost gift card is found by its last four letters and blocked, and pays nothing until it is unblocked', async () => {
    await open()
    const { code, card_id } = await sellCard(900)
    const last_four = code.slice(-4)
    const cards = await counter.giftCards()
    const found = await must(cards.find({ last_four }))
    expect(found.cards).toMatchObject([{ card_id, last_four, balance: 900, status: 'active' }])
    // Knowing only these letters is not enough to pay with the card.
    expect(cards.found(card_id)).toBeNull()
    const asked = { card_id, last_four, reason: 'Lost' }
    // The audit log would name another card than the one being blocked.
    expect(await cards.block({ ...asked, last_four: 'XXXX', blocked: true })).toMatchObject({
      error: { code: 'not_found' },
    })
    expect((await lookUp(code)).status).toBe('active')
    expect(await must(cards.block({ ...asked, blocked: true }))).toMatchObject({ status: 'blocked' })
    const blocked = await lookUp(code)
    expect(blocked.status).toBe('blocked')
    pay(blocked, 300, 300)
    const refused = await billIs(({ gift_card_refused }) => gift_card_refused !== undefined)
    expect(refused.gift_card_refused).toBe('blocked')
    expect(await must(cards.block({ ...asked, blocked: false }))).toMatchObject({ status: 'active' })
    expect(cards.found(card_id)).toMatchObject({ status: 'active' })
    expect(await must(cards.find({ last_four: 'XXXX' }))).toEqual({ cards: [] })
  })
})

describe('paying with a gift card', () => {
  test('a gift card pays a part and reports its remaining balance, and the rest is paid in cash', async () => {
    await open()
    const { code, card_id } = await sellCard(900)
    pay(await lookUp(code), 900, 1200)
    const bill = await billIs(isPaidBy(900))
    expect(bill.tenders).toMatchObject([{ kind: 'gift_card', left: 0 }])
    const asked = {
      kind: 'take_cash',
      id: 'cash_rest',
      tendered: 300,
      balance: 300,
      step: 1,
      bill: null,
    } as const
    expect(counter.sale.dispatch(asked)).toBe(true)
    expect(await balanceOf(card_id)).toBe(0)
  })

  test('after a lost answer, the payment is repeated under the same id, and nothing else pays meanwhile', async () => {
    let asked = 0
    const { userData } = await open((operation) =>
      operation === 'gift_cards.redeem' && ++asked > 0 ? 'lose_answer' : 'pass',
    )
    const { code, card_id } = await sellCard(900)
    pay(await lookUp(code), 500, 500)
    await until(
      () => asked,
      (times) => times > 0,
    )
    const cash = {
      kind: 'take_cash',
      id: 'cash_no',
      tendered: 500,
      balance: 500,
      step: 1,
      bill: null,
    } as const
    expect(counter.sale.dispatch(cash)).toBe(false)
    expect(counter.sale.dispatch({ kind: 'finish' })).toBe(false)
    await counter.stop()
    await open(() => 'pass', userData)
    await billIs(isPaidBy(500))
    expect(await balanceOf(card_id)).toBe(400)
    expect((await entriesOf(card_id)).filter(({ kind }) => kind === 'redeem')).toHaveLength(1)
  })

  test('a refused payment takes nothing when an earlier try arrives late, also from before a restart', async () => {
    for (const restarts of [false, true]) {
      let tries = 0
      let held: CallInput<'gift_cards.redeem'> | null = null
      await open((operation, input) => {
        if (operation !== 'gift_cards.redeem') return 'pass'
        held = input as CallInput<'gift_cards.redeem'>
        tries += 1
        return tries === 1 ? (restarts ? 'never_answers' : 'never_arrives') : 'pass'
      })
      const { code, card_id } = await sellCard(1000)
      const other = { amount: 700, currency: 'USD', reference: `other-till-${restarts}` } as const
      const card = await lookUp(code)
      await must(service.client.call('gift_cards.redeem', { params: { id: card_id }, body: other }))
      pay(card, 800, 800)
      await until(
        () => tries,
        (times) => times > 0,
      )
      if (restarts) await counter.stop().then(() => open(() => 'pass', counter.userData))
      expect((await billIs(({ gift_card_refused }) => gift_card_refused != null)).gift_card_refused).toBe(
        'balance',
      )
      const back = { reference: other.reference }
      await must(service.client.call('gift_cards.reverse', { params: { id: card_id }, body: back }))
      await service.client.call('gift_cards.redeem', held as never)
      await until(
        () => entriesOf(card_id),
        (entries) =>
          entries.some(({ kind, sequence }) => sequence > 3 && (kind === 'void' || kind === 'give_back')),
      )
      expect(await balanceOf(card_id)).toBe(1000)
      await counter.stop()
    }
  })

  test('when the cashier stops waiting, the gift card keeps its balance, whatever had arrived', async () => {
    await open((operation) => (operation === 'gift_cards.redeem' ? 'lose_answer' : 'pass'))
    const { code, card_id } = await sellCard(900)
    pay(await lookUp(code), 500, 500)
    await until(
      () => balanceOf(card_id),
      (balance) => balance === 400,
    )
    expect(counter.sale.dispatch({ kind: 'stop_gift_card' })).toBe(true)
    await until(
      () => balanceOf(card_id),
      (balance) => balance === 900,
    )
    expect(counter.sale.dispatch({ kind: 'finish' })).toBe(true)
  })

  test('a gift card that was spent at another counter meanwhile pays nothing, and the reason is shown', async () => {
    await open()
    const { code, card_id } = await sellCard(900)
    const card = await lookUp(code)
    const other = { amount: 600, currency: 'USD', reference: 'the-other-till-1' } as const
    await must(service.client.call('gift_cards.redeem', { params: { id: card_id }, body: other }))
    pay(card, 900, 900)
    const bill = await billIs(({ gift_card_refused }) => gift_card_refused !== undefined)
    expect([bill.gift_card_refused, bill.tenders]).toEqual(['balance', []])
  })

  test('undoing a bill refunds its gift card', async () => {
    await open()
    const { code, card_id } = await sellCard(900)
    pay(await lookUp(code), 500, 800)
    await billIs(isPaidBy(500))
    expect(counter.sale.dispatch({ kind: 'undo_bill' })).toBe(true)
    await until(
      () => balanceOf(card_id),
      (balance) => balance === 900,
    )
  })
})

describe('returns with gift cards', () => {
  test('store credit is a new card, and the part that a gift card had paid is refunded to it', async () => {
    await open()
    const { code, card_id } = await sellCard(500)
    pay(await lookUp(code), 500, 800)
    await billIs(isPaidBy(500))
    const rest = {
      kind: 'take_cash',
      id: 'cash_rest',
      tendered: 300,
      balance: 300,
      step: 1,
      bill: null,
    } as const
    counter.sale.dispatch(rest)
    const { number } = await billIs(({ tenders }) => tenders.length === 2)
    counter.sale.dispatch({ kind: 'finish' })
    await until(
      () => counter.sale.unfiled(),
      (left) => left.length === 0,
    )
    const sales = await counter.sales()
    const store_credit = { card_id: null, last_four: '' }
    const lines = [{ line_id: 'amount', quantity: 800 }]
    await must(sales.returns.begin({ number, lines, tips: [], total: 800, store_credit, reason: 'cold' }))
    const made = await until(
      () => counter.snapshot().gift_cards.tasks.find(({ kind }) => kind === 'credit'),
      (task) => task?.state === 'to_hand_over',
    )
    expect([made?.amount, await balanceOf(card_id)]).toEqual([300, 500])
    await until(
      () => counter.snapshot().returns,
      (returns) => returns.some(({ status }) => status === 'done'),
    )
  })
})
