import { describe, expect, test } from 'vitest'
import type { SaleJournal } from '../../../../src-main/sale/journal.ts'
import { startSaleRunner } from '../../../../src-main/sale/runner.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { Tab } from '../../../../src-shared/pos/bill/tab.ts'
import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import type { SaleAnswer, SaleEffect } from '../../../../src-shared/pos/sale/sale-events.ts'
import { billsOf } from '../../../pictures/bills.ts'
import { giftCardBills } from '../../../pictures/gift-cards.ts'
import { noBill } from '../../shared/pos/bill/bill-fixtures.ts'
import { at, authorizing, checking, facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'
import { until } from '../support/service.ts'
import { nothingAround } from './nothing-around.ts'

/** Records the order of events, with a disk that is slow and can fail. */
function setUp(
  options: {
    last?: SaleState
    parked?: readonly ParkedSale[]
    unreadable?: number
    now?: () => number
    diskFails?: boolean
    answers?: Partial<Record<SaleEffect['kind'], SaleAnswer | Promise<SaleAnswer>>>
    bill?: Bill
    tabs?: readonly Tab[]
  } = {},
) {
  const order: string[] = []
  const journal: SaleJournal = {
    last: options.last ?? { kind: 'ready' },
    unclosed: [],
    parked: options.parked ?? [],
    unreadable: options.unreadable ?? 0,
    async write({ state }) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (options.diskFails) throw new Error('the disk is full')
      order.push(`journal ${state.kind}`)
    },
    close: async () => undefined,
    ...noBill,
    ...(options.bill && { bill: options.bill }),
    ...(options.tabs && { tabs: options.tabs }),
  }
  const runner = startSaleRunner({
    ...nothingAround,
    journal,
    perform: async (effect) => {
      order.push(`effect ${effect.kind}`)
      return options.answers?.[effect.kind] ?? null
    },
    onCounter: ({ sale }) => order.push(`shown ${sale.kind}`),
    giftCards: ({ kind }) => void order.push(kind),
    now: options.now ?? Date.now,
  })
  order.length = 0
  return { runner, order }
}

const charge = {
  kind: 'charge',
  sale: { id: 'sale_1', amount: 100, currency: 'USD', entry: 'card', note: '', hsn: 'VT' },
} as const
const created = { kind: 'intent_created', intent_id: 'pi_1', tips: null } as const

test('a state is shown at once, and its request is sent only after the journal is written', async () => {
  const { runner, order } = setUp({ answers: { create_intent: created } })
  expect(runner.dispatch(charge)).toBe(true)
  expect(order).toEqual(['shown creating'])
  await until(
    () => order,
    (all) => all.includes('effect authorize'),
  )
  expect(order).toEqual([
    'shown creating',
    'journal creating',
    'effect create_intent',
    'shown authorizing',
    'journal authorizing',
    'effect authorize',
  ])
})

test('when the journal cannot be written, no request is sent and nothing is charged', async () => {
  const { runner, order } = setUp({ diskFails: true })
  runner.dispatch(charge)
  await until(runner.state, ({ kind }) => kind === 'stopped')
  // The service did not refuse it, and can be reached: this computer is the cause.
  expect(runner.state()).toMatchObject({ reason: 'not_saved', money: 'not_moved', can_retry: true })
  expect(order.filter((entry) => entry.startsWith('effect'))).toEqual([])
})

test('a gift card being redeemed before a restart stays so, even if the disk is full after it', async () => {
  const asking = giftCardBills(billsOf(facts(), payment()).open).asking
  const held = { sale: facts({ id: 'sale_2' }), payment: payment({ status: 'uncaptured' }) }
  const tab: Tab = { ...held, opened_at: at, status: 'held', rounds: [] }
  const { runner, order } = setUp({ bill: asking, tabs: [tab], diskFails: true })
  // After a start, the state of the tab is unknown: that has to be written, and cannot be.
  await until(
    () => order,
    (all) => all.length > 0,
  )
  expect(order).toEqual(['redeem_gift_card'])
  expect(runner.bill()).toEqual(asking)
})

test('an effect that throws leaves the outcome unknown, not failed', async () => {
  const order: string[] = []
  const runner = startSaleRunner({
    ...nothingAround,
    journal: {
      last: { kind: 'ready' },
      unclosed: [],
      parked: [],
      unreadable: 0,
      write: async () => undefined,
      close: async () => undefined,
      ...noBill,
    },
    perform: async (effect) => {
      order.push(effect.kind)
      if (effect.kind === 'create_intent') return created
      if (effect.kind === 'authorize') throw new Error('broken')
      return null
    },
  })
  runner.dispatch(charge)
  await until(runner.state, ({ kind }) => kind === 'checking')
  await until(
    () => order,
    (all) => all.includes('look_up'),
  )
})

test('an input that does not fit the current state is refused and not written', () => {
  const { runner, order } = setUp()
  expect(runner.dispatch({ kind: 'finish' })).toBe(false)
  expect(order).toEqual([])
})

test('an open sale in the journal is looked up before a new one can be charged', async () => {
  const { runner, order } = setUp({ last: authorizing() })
  expect(runner.state()).toMatchObject({ kind: 'checking', cause: 'restarted' })
  expect(runner.dispatch(charge)).toBe(false)
  await until(
    () => order,
    (all) => all.includes('effect look_up'),
  )
})

test('a look-up that began before a person voids the payment is not the answer to the void', async () => {
  let answerLookUp = (_: SaleAnswer) => {}
  const look_up = new Promise<SaleAnswer>((resolve) => (answerLookUp = resolve))
  const unanswered = new Promise<SaleAnswer>(() => undefined)
  const rest = { sale: facts(), because: 'partial', sign: false } as const
  const { runner, order } = setUp({
    last: { kind: 'deciding', payment: payment({ amount: 1_000 }), ...rest },
    answers: { look_up, void_intent: unanswered },
  })
  runner.dispatch({ kind: 'decide', choice: 'void' })
  await until(
    () => order,
    (all) => all.includes('effect void_intent'),
  )
  answerLookUp({ kind: 'looked_up', found: { kind: 'paid', payment: payment(), sign: false }, idle: true })
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(order.filter((entry) => entry === 'effect void_intent')).toHaveLength(1)
  expect(runner.state()).toMatchObject({ kind: 'voiding', tries: 0 })
})

test('progress at the terminal is shown and not journaled', async () => {
  const { runner, order } = setUp({ answers: { create_intent: created } })
  runner.dispatch(charge)
  await until(
    () => order,
    (all) => all.includes('effect authorize'),
  )
  order.length = 0
  runner.dispatch({ kind: 'progress', intent_id: 'pi_1', step: 'card_inserted' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(order).toEqual(['shown authorizing'])
})

test('an unpaid intent stays in the journal until its cancel is answered, also across restarts', async () => {
  const written: unknown[] = []
  let answer = () => {}
  const stops: AbortSignal[] = []
  const runner = (last: SaleState, unclosed: SaleJournal['unclosed']) =>
    startSaleRunner({
      ...nothingAround,
      journal: {
        last,
        unclosed,
        parked: [],
        unreadable: 0,
        write: async ({ state, unclosed: open }) => void written.push([state.kind, open.length]),
        close: async () => undefined,
        ...noBill,
      },
      perform: async ({ kind }, stopped) => {
        if (kind !== 'cancel_intent') return null
        stops.push(stopped)
        await new Promise<void>((resolve) => (answer = resolve))
        return null
      },
    })
  const sale = facts()
  const stopped = { kind: 'stopped', sale, reason: 'timed_out', detail: '', money: 'not_moved' } as const
  const first = runner({ ...stopped, can_retry: true }, [])
  first.dispatch({ kind: 'finish' })
  await until(
    () => written.length,
    (count) => count === 1,
  )
  expect(written).toEqual([['ready', 1]])
  expect(stops.map(({ aborted }) => aborted)).toEqual([false])
  first.stop()
  expect(stops.map(({ aborted }) => aborted)).toEqual([true])
  answer()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(written).toEqual([['ready', 1]])

  runner({ kind: 'ready' }, [{ sale_id: sale.id, intent_id: 'pi_1' }])
  answer()
  await until(
    () => written.length,
    (count) => count === 2,
  )
  expect(written[1]).toEqual(['ready', 0])
})

const day = 86_400_000
/** A parked sale whose creation is unknown to the service, a day later. */
const neverCreated = (changes: { readonly refusals?: number; readonly intent_id?: string }): ParkedSale => ({
  state: {
    ...checking({ refusals: changes.refusals ?? 10, parkable: true }),
    sale: facts({ intent_id: changes.intent_id ?? null }),
  } as ParkedSale['state'],
  parked_at: at,
  bill: null,
})

describe('a parked sale that the service has no record of', () => {
  const acknowledges = (parked: ParkedSale, after: number) =>
    setUp({ parked: [parked], now: () => Date.parse(at) + after }).runner.acknowledgeParked('sale_1')

  test('a parked sale without an intent can be removed by a person after ten refusals and a day', () => {
    expect(acknowledges(neverCreated({}), day)).toBe(true)
  })

  test('a parked sale cannot be removed earlier, after fewer refusals, or when it has an intent', () => {
    expect(acknowledges(neverCreated({}), day - 1)).toBe(false)
    expect(acknowledges(neverCreated({ refusals: 9 }), day)).toBe(false)
    expect(acknowledges(neverCreated({ intent_id: 'pi_1' }), 30 * day)).toBe(false)
  })
})

test('unreadable records are acknowledged once, permanently', async () => {
  const { runner, order } = setUp({ unreadable: 2 })
  expect(runner.acknowledgeUnreadable()).toBe(true)
  expect(runner.acknowledgeUnreadable()).toBe(false)
  await until(
    () => order,
    (all) => all.includes('journal ready'),
  )
})
