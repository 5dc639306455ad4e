import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataPaths } from '../../../../src-main/paths.ts'
import { balanceOf, isPaid, isWaiting } from '../../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { must } from '../../../support/must.ts'
import { payOnPage } from '../../../support/pay-on-page.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { type CounterHarness, openCounterInFolder } from '../support/counter-in-folder.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

let names = 0
const open = (userData: string) => {
  const { access } = service
  return openCounterInFolder({ access: () => access, accountId: access.accountId, hsn: null, userData })
}
const begin = async (total = 6_000) => {
  const counter = await open(await temporaryFolder('countertop-bill-links'))
  const id = `bill_${++names}`
  const bill = { id, order: null, total, currency: 'USD', note: '' }
  expect(counter.sale.dispatch({ kind: 'open_bill', bill })).toBe(true)
  return counter
}
const send = (counter: CounterHarness, amount: number): string => {
  const id = `link_${Date.now()}_${++names}`
  const link = { id, amount, receiver: { kind: 'code' } as const }
  expect(counter.sale.dispatch({ kind: 'send_link', link })).toBe(true)
  return id
}
const cash = (counter: CounterHarness, tendered: number, balance: number): boolean =>
  counter.sale.dispatch({ kind: 'take_cash', id: `cash_${++names}`, tendered, balance, step: 1, bill: null })
const billIs = (counter: CounterHarness, is: (bill: Bill) => boolean) =>
  until(counter.sale.bill, (bill) => bill !== null && is(bill), 60_000)
const isOpen = ({ link }: Bill): boolean => link?.state === 'open'
const sessionsOf = async (linkId: string) => {
  const { data } = await must(service.client.call('checkout_sessions.list', { query: { limit: 50 } }))
  return data.filter(({ reference_id }) => reference_id === linkId)
}
const pay = async (linkId: string) => {
  const [session] = await sessionsOf(linkId)
  if (session === undefined) throw new Error('the service shows no session')
  await payOnPage(service.access.url, session)
}

describe('a payment link as a tender of a bill', () => {
  test('a link paid after the counter was killed pays its part once, as a card payment that can be voided', async () => {
    const first = await begin()
    expect(cash(first, 2_000, 6_000)).toBe(true)
    const id = send(first, 2_500)
    await billIs(first, isOpen)
    await first.stop()

    const second = await open(first.userData)
    await until(second.snapshot, ({ bill_link_url }) => bill_link_url !== null)
    expect(second.snapshot().bill_link_url).toMatch(/\/checkout\/cs_\w+#/)
    // The link and cash cannot both pay the same amount.
    expect(cash(second, 4_000, 4_000)).toBe(false)
    expect(second.sale.dispatch({ kind: 'undo_bill' })).toBe(false)
    expect(second.sale.dispatch({ kind: 'finish' })).toBe(false)
    await pay(id)
    const paid = await billIs(second, (bill) => !isWaiting(bill))
    expect(await sessionsOf(id)).toHaveLength(1)
    expect(paid).toMatchObject({
      link: null,
      tenders: [
        { kind: 'cash', amount: 2_000 },
        {
          kind: 'card',
          status: 'paid',
          amount: 2_500,
          tip: 0,
          payment: { brand: 'Visa', last_four: '4242' },
        },
      ],
    })
    const intent = (await service.intents()).find(({ reference_id }) => reference_id === id)
    expect(intent?.order_details).toMatchObject({ bill: { number: paid?.number, total: 6_000 } })
    expect(second.sale.claims(intent?.id ?? '')).toBe(true)

    expect(second.sale.dispatch({ kind: 'undo_bill' })).toBe(true)
    await billIs(second, ({ tenders }) => tenders[1]?.status === 'returned')
    expect((await service.payments(intent?.id ?? ''))[0]?.status).toBe('voided')
    await second.stop()
  })

  test('a bill that waits for its link is put aside, and is paid while other customers are served', async () => {
    const counter = await begin()
    const id = send(counter, 6_000)
    await billIs(counter, isOpen)
    const number = counter.sale.bill()?.number
    expect(counter.sale.dispatch({ kind: 'put_aside' })).toBe(true)
    const next = { id: `bill_${++names}`, order: null, total: 500, currency: 'USD', note: '' }
    expect(counter.sale.dispatch({ kind: 'open_bill', bill: next })).toBe(true)
    expect(counter.sale.bill()?.number).not.toBe(number)
    const bill_id = counter.sale.aside()[0]?.id ?? ''
    expect(counter.sale.dispatch({ kind: 'bring_back', bill_id })).toBe(false)
    await pay(id)
    await until(counter.sale.aside, ([bill]) => bill !== undefined && isPaid(bill), 60_000)
    expect(cash(counter, 500, 500)).toBe(true)
    expect(counter.sale.dispatch({ kind: 'finish' })).toBe(true)
    await counter.stop()

    const after = await open(counter.userData)
    expect(after.snapshot().aside).toMatchObject([{ number, tenders: [{ kind: 'card', amount: 6_000 }] }])
    expect(after.sale.dispatch({ kind: 'bring_back', bill_id })).toBe(true)
    expect(after.sale.dispatch({ kind: 'finish' })).toBe(true)
    await until(after.sale.unfiled, (left) => left.length === 0)
    expect(await (await after.sales()).book.find(number ?? '')).toMatchObject({ bill: { total: 6_000 } })
    await after.stop()
  })

  test('cancelling a link frees the bill once the service has ended the link, unless it was paid before', async () => {
    const counter = await begin()
    const unpaid = send(counter, 1_000)
    await billIs(counter, isOpen)
    expect(counter.sale.dispatch({ kind: 'withdraw_link' })).toBe(true)
    expect(cash(counter, 6_000, 6_000)).toBe(false)
    const freed = await billIs(counter, ({ link }) => link?.state === 'withdrawn')
    expect((await sessionsOf(unpaid))[0]?.status).toBe('expired')
    expect(freed === null ? null : balanceOf(freed)).toBe(6_000)

    const paid = send(counter, 6_000)
    await billIs(counter, isOpen)
    await pay(paid)
    counter.sale.dispatch({ kind: 'withdraw_link' })
    expect(await billIs(counter, isPaid)).toMatchObject({ tenders: [{ kind: 'card', amount: 6_000 }] })
    await counter.stop()
  })

  /** A bill paid in full by a link, and refunded elsewhere before the counter looks it up. The bank takes 30 s. */
  const refundedElsewhere = async () => {
    const amount = 77_700
    const first = await begin(amount)
    const id = send(first, amount)
    await billIs(first, isOpen)
    await first.stop()
    await pay(id)
    const intent = (await service.intents()).find(({ reference_id }) => reference_id === id)
    const params = { id: intent?.latest_payment?.id ?? '' }
    const refund = await must(service.client.call('refunds.create', { params, body: { amount } }))
    expect(refund).toMatchObject({ status: 'processing', awaits: 'processor' })
    const counter = await open(first.userData)
    await billIs(counter, ({ link }) => link?.awaits_bank === 'refund')
    return { counter, amount }
  }

  test('a bill whose link was paid and refunded waits for the bank, and can be put aside until it answers', async () => {
    const { counter, amount } = await refundedElsewhere()
    // Nothing can be cancelled, and no other tender may pay the same amount.
    expect(counter.sale.dispatch({ kind: 'withdraw_link' })).toBe(false)
    expect(cash(counter, amount, amount)).toBe(false)
    expect(counter.sale.dispatch({ kind: 'put_aside' })).toBe(true)
    await service.advance(31)
    await service.advance(60)
    // No part of the bill is paid any more.
    const [aside] = await until(
      counter.sale.aside,
      ([bill]) => bill !== undefined && !isWaiting(bill),
      60_000,
    )
    expect(aside).toMatchObject({ tenders: [], link: { state: 'not_known', awaits_bank: null } })
    await counter.stop()
  })

  test('a manager can give up a link that waits for the bank, and take another tender that pays the bill', async () => {
    const { counter, amount } = await refundedElsewhere()
    const bill = counter.sale.bill()
    const giveUp = { kind: 'give_up_link', bill_id: bill?.id ?? '' } as const
    expect(counter.sale.dispatch({ ...giveUp, bill_id: 'bill_other' })).toBe(false)
    expect(counter.sale.dispatch(giveUp)).toBe(true)
    // The number stays with the link's payment, which may still be captured, so no other bill gets it.
    expect(counter.sale.numbers.last()).toBe(bill?.number)
    expect(counter.sale.bill()?.link).toMatchObject({ state: 'not_known', awaits_bank: null })
    expect(cash(counter, amount, amount)).toBe(true)
    expect(counter.sale.bill()).toMatchObject({ link: null, tenders: [{ kind: 'cash', amount }] })
    expect(counter.sale.dispatch(giveUp)).toBe(false)
    await counter.stop()
  })

  test('a bill from a journal of a version without links is read unchanged', async () => {
    const counter = await begin()
    await counter.stop()

    const path = dataPaths(counter.userData).sales(service.access.accountId)
    const line = JSON.parse((await readFile(path, 'utf8')).trim().split('\n').at(-1) ?? '')
    delete line.bill.link
    delete line.aside
    await writeFile(path, `${JSON.stringify(line)}\n`)
    const after = await open(counter.userData)
    expect(after.snapshot()).toMatchObject({
      bill: { total: 6_000, link: null },
      aside: [],
      unreadable_sales: 0,
    })
    await after.stop()
  })
})
