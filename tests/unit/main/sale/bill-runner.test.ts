import { appendFile, readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SaleRunner } from '../../../../src-main/sale/runner.ts'
import { balanceOf } from '../../../../src-shared/pos/bill/balance.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import type { SaleAnswer, SaleEffect } from '../../../../src-shared/pos/sale/sale-events.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { authorizing, payment } from '../../shared/pos/transition/sale-fixtures.ts'
import { until } from '../support/service.ts'
import { journalOf, startInFiles } from './counter-in-files.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder('countertop-bills')
})
const journalPath = () => journalOf(folder)
const start = (answers?: Parameters<typeof startInFiles>[1], books?: boolean) =>
  startInFiles(folder, answers, books)

const bill = { id: 'bill_1', order: null, total: 6_000, currency: 'USD', note: '' }
const takes = (runner: SaleRunner, id: string, tendered: number, balance: number) =>
  runner.dispatch({ kind: 'take_cash', id, tendered, balance, step: 1, bill })

const isParkable = (runner: SaleRunner): boolean => {
  const state = runner.state()
  return state.kind === 'checking' && state.parkable
}

const lastLine = async () => (await readFile(journalPath(), 'utf8')).trim().split('\n').at(-1) ?? ''
const journalHas = (text: string) => until(lastLine, (line) => line.includes(text))

describe('a bill in the journal', () => {
  test('cash that was not written to the ledger is booked once at the next start, and still pays the bill', async () => {
    const first = await start({}, false)
    expect(takes(first.runner, 'cash_1', 2_000, 6_000)).toBe(true)
    await journalHas('cash_1')
    expect(first.runner.unbooked()).toBe(1)
    await first.stop()
    for (let run = 0; run < 2; run++) {
      const next = await start()
      const found = next.runner.bill()
      expect(found === null ? null : balanceOf(found)).toBe(4_000)
      await until(next.runner.unbooked, (count) => count === 0)
      expect(next.ledger.shift()).toMatchObject({ sales: 2_000, entries: 1 })
      await next.stop()
    }
  })

  test('a bill that was not written to the book of sales is there once after the next starts', async () => {
    const first = await start({}, false)
    takes(first.runner, 'cash_1', 6_000, 6_000)
    first.runner.dispatch({ kind: 'finish' })
    await journalHas('"unfiled":[{"id":"bill_1"')
    expect(first.runner.unfiled()).toEqual([first.runner.numbers.last()])
    await first.stop()
    for (let run = 0; run < 2; run++) {
      const next = await start()
      await until(
        () => next.book.recent(10),
        (sold) => sold.length === 1,
      )
      const [sold] = await next.book.recent(10)
      expect(sold).toMatchObject({ bill: { id: 'bill_1', total: 6_000 } })
      expect(await next.book.find(sold?.bill.number ?? '')).toEqual(sold)
      expect(await next.book.find('ZZ9')).toBeNull()
      await journalHas('"unfiled":[]')
      expect(next.runner.unfiled()).toEqual([])
      await next.stop()
    }
  })

  test('a bill that is filed only at the next start has the date when it left the counter', async () => {
    const first = await start({}, false)
    takes(first.runner, 'cash_1', 6_000, 6_000)
    first.runner.dispatch({ kind: 'finish' })
    await journalHas('"unfiled":[{"id":"bill_1"')
    expect(first.runner.unfiled()).toHaveLength(1)
    await first.stop()
    const next = await startInFiles(folder, {}, true, '2026-04-02T08:00:00.000Z')
    await until(next.runner.unfiled, (left) => left.length === 0)
    expect(await next.book.recent(10)).toMatchObject([
      { closed_at: '2026-03-01T12:00:00.000Z', bill: { id: 'bill_1' } },
    ])
    await next.stop()
  })

  test('a bill whose journal has no such date has the date when it is filed', async () => {
    const first = await start({}, false)
    takes(first.runner, 'cash_1', 6_000, 6_000)
    first.runner.dispatch({ kind: 'finish' })
    await journalHas('"unfiled":[{"id":"bill_1"')
    await first.stop()
    const old = JSON.parse(await lastLine())
    delete old.unfiled[0].closed_at
    await appendFile(journalPath(), `${JSON.stringify(old)}\n`)
    const next = await startInFiles(folder, {}, true, '2026-04-02T08:00:00.000Z')
    await until(next.runner.unfiled, (left) => left.length === 0)
    expect(await next.book.recent(10)).toMatchObject([{ closed_at: '2026-04-02T08:00:00.000Z' }])
    await next.stop()
  })

  test('cash that cannot be journaled is not taken: nothing is booked, no drawer opens, and the reason is shown', async () => {
    const counter = await start()
    counter.runner.dispatch({ kind: 'open_bill', bill })
    await journalHas('bill_1')
    counter.disk.journal = false
    expect(takes(counter.runner, 'cash_1', 2_000, 6_000)).toBe(true)
    await until(counter.unsaved, ({ journal }) => journal)
    expect(counter.runner.bill()).toMatchObject({ tenders: [] })
    expect(counter.shown()).toMatchObject({ tenders: [] })
    expect(counter.runner.unbooked()).toBe(0)
    expect(counter.opened).toEqual([])
    expect(counter.ledger.shift().entries).toBe(0)

    counter.disk.journal = true
    await until(counter.unsaved, ({ journal }) => !journal)
    expect(takes(counter.runner, 'cash_2', 2_000, 6_000)).toBe(true)
    await until(counter.shown, (shown) => shown !== null && balanceOf(shown) === 4_000)
    await until(counter.runner.unbooked, (count) => count === 0)
    expect(counter.opened).toHaveLength(1)
    await counter.stop()
  })

  test('cash that the ledger could not store is booked as soon as it can, without a restart', async () => {
    const counter = await start()
    counter.disk.ledger = false
    takes(counter.runner, 'cash_1', 2_000, 6_000)
    await until(counter.unsaved, ({ cash }) => cash === 1)
    expect(counter.runner.unbooked()).toBe(1)
    counter.disk.ledger = true
    await until(counter.unsaved, ({ cash }) => cash === 0)
    expect(counter.ledger.shift()).toMatchObject({ sales: 2_000, entries: 1 })
    expect(counter.runner.unbooked()).toBe(0)
    await counter.stop()
  })

  test('pressing the cash button twice takes the cash once', async () => {
    const counter = await start()
    expect(takes(counter.runner, 'cash_1', 2_000, 6_000)).toBe(true)
    expect(takes(counter.runner, 'cash_2', 2_000, 6_000)).toBe(false)
    await until(counter.runner.unbooked, (count) => count === 0)
    expect(counter.ledger.shift().sales).toBe(2_000)
    await counter.stop()
  })

  test('the part paid by card is voided after a restart that interrupted the undo of a bill', async () => {
    const created = { kind: 'intent_created', intent_id: 'pi_1', tips: null } as const
    const paid = { kind: 'paid', payment: payment({ amount: 1_500 }), sign: false } as const
    const first = await start({
      create_intent: created,
      authorize: { kind: 'authorization_ended', end: paid },
    })
    takes(first.runner, 'cash_1', 2_000, 6_000)
    const sale = { id: 'sale_1', amount: 1_500, currency: 'USD', entry: 'card', note: '', hsn: 'VT' } as const
    first.runner.dispatch({ kind: 'charge', sale })
    await until(first.runner.state, ({ kind }) => kind === 'approved')
    expect(first.runner.dispatch({ kind: 'undo_bill' })).toBe(true)
    await journalHas('"kind":"voiding"')
    await first.stop()

    const next = await start({
      look_up: { kind: 'looked_up', found: { kind: 'voided', open: false }, idle: true },
    })
    await until(next.runner.state, ({ kind }) => kind === 'ready')
    expect(next.runner.bill()?.tenders.map(({ kind, status }) => [kind, status])).toEqual([
      ['cash', 'paid'],
      ['card', 'returned'],
    ])
    expect(next.runner.dispatch({ kind: 'cash_returned', id: 'cash_2' })).toBe(true)
    await until(next.runner.unbooked, (count) => count === 0)
    expect(next.ledger.shift()).toMatchObject({ sales: 2_000, returned: 2_000 })
    expect(next.runner.dispatch({ kind: 'finish' })).toBe(true)
    expect(next.runner.bill()).toBeNull()
    await next.stop()
  })

  test('a card that paid a part of a bill belongs to it, at the counter and parked', async () => {
    const answers: Partial<Record<SaleEffect['kind'], SaleAnswer>> = {
      create_intent: { kind: 'intent_created', intent_id: 'pi_1', tips: null },
      authorize: {
        kind: 'authorization_ended',
        end: { kind: 'paid', payment: payment({ amount: 1_500 }), sign: false },
      },
    }
    const { runner, stop } = await start(answers)
    const charge = (id: string, amount: number) => {
      const sale = { id, amount, currency: 'USD', entry: 'card', note: '', hsn: 'VT' } as const
      expect(runner.dispatch({ kind: 'charge', sale })).toBe(true)
    }
    runner.dispatch({ kind: 'open_bill', bill })
    charge('sale_1', 1_500)
    await until(runner.state, ({ kind }) => kind === 'approved')
    expect(runner.claims('pi_1')).toBe(true)
    expect(runner.claims('pi_other')).toBe(false)

    answers.create_intent = { kind: 'intent_created', intent_id: 'pi_2', tips: null }
    answers.authorize = {
      kind: 'authorization_ended',
      end: {
        kind: 'unknown',
        cause: 'no_answer',
        otherwise: 'service_unreachable',
        detail: '',
        ended: false,
      },
    }
    charge('sale_2', 4_500)
    await until(runner.state, ({ kind }) => kind === 'checking')
    const unanswered = { kind: 'look_up_failed', refused: false, detail: '', attempt: 1 } as const
    while (!isParkable(runner)) expect(runner.dispatch({ ...unanswered, sale_id: 'sale_2' })).toBe(true)
    expect(runner.dispatch({ kind: 'finish' })).toBe(true)
    expect(runner.bill()).toBeNull()
    expect(runner.claims('pi_1')).toBe(true)
    await stop()
  })

  test('a tab survives a restart, and a card that was being captured at a power failure is looked up', async () => {
    const held = payment({ amount: 5_000, status: 'uncaptured' })
    const first = await start({
      create_intent: { kind: 'intent_created', intent_id: 'pi_1', tips: null },
      authorize: { kind: 'authorization_ended', end: { kind: 'paid', payment: held, sign: false } },
    })
    const sale = { id: 'sale_1', amount: 5_000, currency: 'USD', entry: 'card', note: '', hsn: 'VT' } as const
    const tab = { name: 'Maria', stage: 'opening' } as const
    expect(first.runner.dispatch({ kind: 'charge', sale: { ...sale, tab } })).toBe(true)
    await until(first.runner.tabs, (tabs) => tabs.length === 1)
    first.runner.dispatch({ kind: 'finish' })
    const order = { id: 'ord_1', lines: [plainLine('ord_1', 'Dinner', 4_000)], discounts: [] }
    first.runner.dispatch({ kind: 'add_to_tab', tab_id: 'sale_1', order })
    await journalHas('Dinner')
    await first.stop()

    // Nothing is claimed about the card before the service was asked.
    const second = await start()
    expect(second.runner.tabs()).toMatchObject([{ status: 'unknown', sale: { tab: { name: 'Maria' } } }])
    expect(second.runner.claims('pi_1')).toBe(true)
    const close = { kind: 'close_tab', tab_id: 'sale_1', bill_id: 'bill_1' } as const
    expect(second.runner.dispatch({ ...close, total: 4_000, tip: 1_001 })).toBe(false)
    expect(second.runner.dispatch({ ...close, total: 4_000, tip: 600 })).toBe(true)
    await journalHas('"kind":"capturing"')
    await second.stop()

    const captured = payment({ amount: 4_600 })
    const found = { kind: 'paid', payment: captured, sign: false } as const
    const third = await start({ look_up: { kind: 'looked_up', found, idle: true } })
    await until(third.runner.state, ({ kind }) => kind === 'approved')
    expect(third.runner.bill()).toMatchObject({
      total: 4_000,
      tenders: [{ kind: 'card', amount: 4_000, tip: 600 }],
    })
    expect(third.runner.tabs()).toEqual([])
    third.runner.dispatch({ kind: 'finish' })
    expect(third.runner.bill()).toBeNull()
    await third.stop()
  })

  test('a card whose parked authorization is found held becomes a tab at once, also after a restart', async () => {
    const unanswered = {
      kind: 'look_up_failed',
      refused: false,
      detail: '',
      sale_id: 'sale_1',
      attempt: 1,
    } as const
    const unknown = {
      kind: 'unknown',
      cause: 'no_answer',
      otherwise: 'timed_out',
      detail: '',
      ended: true,
    } as const
    const first = await start({
      create_intent: { kind: 'intent_created', intent_id: 'pi_1', tips: null },
      authorize: { kind: 'authorization_ended', end: unknown },
    })
    const sale = { id: 'sale_1', amount: 5_000, currency: 'USD', entry: 'card', note: '', hsn: 'VT' } as const
    first.runner.dispatch({ kind: 'charge', sale: { ...sale, tab: { name: 'Maria', stage: 'opening' } } })
    await until(first.runner.state, ({ kind }) => kind === 'checking')
    while (!isParkable(first.runner)) expect(first.runner.dispatch(unanswered)).toBe(true)
    expect(first.runner.dispatch({ kind: 'finish' })).toBe(true)
    expect(first.runner.claims('pi_1')).toBe(true)
    await journalHas('"parked":[{')
    await first.stop()

    const held = payment({ amount: 5_000, status: 'uncaptured' })
    const found = { kind: 'paid', payment: held, sign: false } as const
    const second = await start({ look_up: { kind: 'looked_up', found, idle: true } })
    await until(second.runner.tabs, (tabs) => tabs.length === 1)
    expect(second.runner.tabs()).toMatchObject([{ status: 'held', sale: { tab: { name: 'Maria' } } }])
    expect(second.runner.decideParked('sale_1', 'void')).toBe(false)
    await journalHas('"parked":[],')
    await second.stop()
    const third = await start()
    expect(third.runner.tabs()).toHaveLength(1)
    await third.stop()
  })

  test('a tab whose hold has ended goes back to the tabs, or is paid in another way', async () => {
    const held = payment({ amount: 5_000, status: 'uncaptured' })
    const counter = await start({
      create_intent: { kind: 'intent_created', intent_id: 'pi_1', tips: null },
      authorize: { kind: 'authorization_ended', end: { kind: 'paid', payment: held, sign: false } },
      capture_intent: { kind: 'capture_failed', refused: true, detail: 'cancelled' },
      look_up: { kind: 'looked_up', found: { kind: 'voided', open: false }, idle: true },
      wait: { kind: 'waited' },
    })
    const { runner } = counter
    const sale = { id: 'sale_1', amount: 5_000, currency: 'USD', entry: 'card', note: '', hsn: 'VT' } as const
    runner.dispatch({ kind: 'charge', sale: { ...sale, tab: { name: 'Maria', stage: 'opening' } } })
    await until(runner.tabs, (tabs) => tabs.length === 1)
    runner.dispatch({ kind: 'finish' })
    const order = { id: 'ord_1', lines: [plainLine('ord_1', 'Dinner', 4_000)], discounts: [] }
    runner.dispatch({ kind: 'add_to_tab', tab_id: 'sale_1', order })
    const close = { kind: 'close_tab', tab_id: 'sale_1', bill_id: 'bill_1', total: 4_000, tip: 0 } as const
    expect(runner.dispatch(close)).toBe(true)
    await until(runner.state, ({ kind }) => kind === 'stopped')
    expect(runner.state()).toMatchObject({ reason: 'hold_ended', money: 'not_moved' })
    runner.dispatch({ kind: 'finish' })
    expect(runner.bill()).toBeNull()
    expect(runner.tabs()).toMatchObject([
      { status: 'ended', sale: { order: { lines: [{ name: 'Dinner' }] } } },
    ])

    expect(runner.dispatch(close)).toBe(true)
    expect(runner.state().kind).toBe('ready')
    const open = runner.bill()
    expect(open === null ? null : balanceOf(open)).toBe(4_000)
    expect(takes(runner, 'cash_1', 4_000, 4_000)).toBe(true)
    await until(runner.unbooked, (count) => count === 0)
    runner.dispatch({ kind: 'finish' })
    expect(runner.tabs()).toEqual([])
    await counter.stop()
  })

  test('numbers continue after a restart, and an unpaid bill leaves no gap', async () => {
    const first = await start()
    first.runner.dispatch({ kind: 'open_bill', bill })
    const number = first.runner.bill()?.number
    first.runner.dispatch({ kind: 'finish' })
    expect(takes(first.runner, 'cash_1', 6_000, 6_000)).toBe(true)
    expect(first.runner.bill()?.number).toBe(number)
    expect(first.runner.numbers.last()).not.toBe(number)
    first.runner.dispatch({ kind: 'finish' })
    expect(first.runner.numbers.last()).toBe(number)
    await journalHas('"bill":null')
    await first.stop()
    const next = await start()
    takes(next.runner, 'cash_2', 6_000, 6_000)
    const following = Number(number?.slice(2)) + 1
    expect(next.runner.bill()?.number).toBe(`${number?.slice(0, 2)}${following}`)
    await next.stop()
  })

  test('a journal of an earlier version has a sale without a bill, and its payment pays all of it', async () => {
    const line = { at: '2026-03-01T12:00:00.000Z', state: authorizing(), unclosed: [], parked: [] }
    await appendFile(journalPath(), `${JSON.stringify(line)}\n`)
    const paid = { kind: 'paid', payment: payment(), sign: false } as const
    const counter = await start({ look_up: { kind: 'looked_up', found: paid, idle: true } })
    await until(counter.runner.state, ({ kind }) => kind === 'approved')
    expect(counter.runner.bill()).toMatchObject({ total: 1_234, tenders: [{ kind: 'card', amount: 1_234 }] })
    counter.runner.dispatch({ kind: 'finish' })
    expect(counter.runner.bill()).toBeNull()
    await counter.stop()
  })
})
