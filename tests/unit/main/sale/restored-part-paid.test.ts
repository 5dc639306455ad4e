import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openJournal, renumberMark } from '../../../../src-main/sale/journal.ts'
import { newGiftCardCode } from '../../../../src-shared/payments/gift-card-code.ts'
import { balanceOf, isPaid } from '../../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { billTransition } from '../../../../src-shared/pos/bill/bill-transition.ts'
import type { PaymentFound } from '../../../../src-shared/pos/sale/sale-events.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { noBill } from '../../shared/pos/bill/bill-fixtures.ts'
import { facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog, startTestService, type TestService, until } from '../support/service.ts'
import { payByCard, type RestoredAfter, restoredCounters, takeRest } from './restored-counter.ts'

let service: TestService
let restoredAfter: RestoredAfter
beforeAll(async () => {
  service = await startTestService()
  restoredAfter = await restoredCounters(service)
})
afterAll(() => service.stop())

test('amounts that the old counter refunded after the backup are due again on the restored counter', async () => {
  const { gift_card } = await must(
    service.client.call('gift_cards.create', {
      body: {
        kind: 'gift',
        code: newGiftCardCode(() => 1),
        amount: 500,
        currency: 'USD',
        reference: 'gift_card_1',
      },
    }),
  )
  const restored = await restoredAfter(
    async (old) => {
      old.sale.dispatch({ kind: 'undo_bill' })
      await until(old.sale.bill, (bill) => bill?.tenders[0]?.status === 'returned')
      const params = { id: gift_card.id }
      await until(
        () => must(service.client.call('gift_cards.get', { params })),
        ({ balance }) => balance === 500,
      )
    },
    async (old) => {
      const card = { card_id: gift_card.id, last_four: gift_card.last_four }
      const asked = { id: 'gift_pay_1', card, amount: 500, balance: 2_000, bill: null } as const
      old.sale.dispatch({ kind: 'take_gift_card', ...asked })
      await until(old.sale.bill, (bill) => bill?.tenders[1]?.status === 'paid')
    },
  )
  try {
    // The state in the backup decides nothing.
    expect([takeRest(restored, 1_500), restored.sale.dispatch({ kind: 'undo_bill' })]).toEqual([false, false])
    const bill = await until(restored.sale.bill, (one) => one?.restored?.seen === true)
    expect(bill).toMatchObject({ restored: { given_back: 1_500, paid_elsewhere: 0 } })
    expect(bill && balanceOf(bill)).toBe(3_000)
    // Nor is anything decided before a person has seen the result.
    expect(takeRest(restored, 3_000)).toBe(false)
    expect(restored.sale.dispatch({ kind: 'finish' })).toBe(false)
    expect(restored.sale.dispatch({ kind: 'keep_restored' })).toBe(true)
    expect(takeRest(restored, 3_000)).toBe(true)
  } finally {
    await restored.stop()
  }
})

test('a payment by another card on the old counter is shown on the restored one, and no card is voided', async () => {
  const restored = await restoredAfter(async (old) => {
    await payByCard(old, 2_000)
    old.sale.dispatch({ kind: 'finish' })
    await until(old.sale.bill, (bill) => bill === null)
  })
  try {
    const bill = await until(restored.sale.bill, (one) => one?.restored?.seen === true)
    expect(bill).toMatchObject({
      restored: { given_back: 0, paid_elsewhere: 2_000 },
      tenders: [{ status: 'paid', amount: 1_000 }],
    })
    expect(restored.sale.dispatch({ kind: 'undo_bill' })).toBe(false)
    // A manager leaves the bill to the old counter's book.
    expect(restored.sale.dispatch({ kind: 'leave_bill' })).toBe(true)
    expect(restored.sale.bill()).toBeNull()
    const paid = (await service.intents()).filter(({ status }) => status === 'captured')
    expect(paid.map(({ amount }) => amount).sort()).toEqual([1_000, 2_000])
  } finally {
    await restored.stop()
  }
})

test('while the bank has not answered a refund, the amount paid by another card is not shown', async () => {
  // The sandbox answers a refund of this amount after 30 s.
  const amount = 77_700
  const restored = await restoredAfter(async (old) => {
    const hsn = 'VT-2'
    await service.plug({ hsn, card: '4111111111111111' })
    const order_details = { bill: { number: old.sale.bill()?.number, total: 3_000 } }
    const body = { amount, currency: 'USD', order_details } as const
    const { id } = await must(service.client.call('payment_intents.create', { body }))
    const { session_key: sessionKey } = await must(
      service.client.call('terminals.connect', { body: { hsn } }),
    )
    const charge = { body: { hsn, payment_intent_id: id }, sessionKey }
    const params = { id: (await must(service.client.call('terminals.auth_card', charge))).id }
    const refund = await must(service.client.call('refunds.create', { params, body: { amount } }))
    expect(refund).toMatchObject({ status: 'processing', awaits: 'processor' })
  })
  try {
    const bill = await until(restored.sale.bill, (one) => one?.restored?.seen === true)
    expect(bill).toMatchObject({ restored: { paid_elsewhere: null } })
  } finally {
    await restored.stop()
  }
})

test('an undo that was in progress at the backup does not continue by itself on the restored counter', async () => {
  const path = join(await temporaryFolder('countertop-restored'), 'acct.jsonl')
  const sale = facts({ intent_id: 'pi_1' })
  const card = {
    kind: 'card',
    status: 'paid',
    amount: 1_000,
    tip: 0,
    surcharge: 0,
    payment: payment(),
  } as const
  const bill: Bill = {
    ...{ id: 'bill_1', number: 'KT1001', order: null, total: 3_000, currency: 'USD', note: '' },
    ...{ opened_at: sale.started_at, tab: null, link: null, status: 'undoing' },
    tenders: [
      { ...card, sale: { ...sale, id: 'sale_0', intent_id: 'pi_0' } },
      { ...card, sale },
    ],
  }
  const looking = { tries: 0, refusals: 0, unanswered: 0, since: null, parkable: false }
  const state = { kind: 'voiding', sale, payment: payment(), ...looking, refused: false, signed: true }
  const rest = { unclosed: [], parked: [], unreadable: 0, ...noBill }
  await writeFile(path, `${JSON.stringify({ at: sale.started_at, state, ...rest, bill })}\n`)
  await writeFile(renumberMark(path), '')
  const journal = await openJournal(path, quietLog)
  await journal.close()
  const now = { ...journal, sale: journal.last }
  const at = sale.started_at
  const looked = (found: PaymentFound) =>
    billTransition(now, {
      ...{ kind: 'looked_up', at, sale_id: sale.id, attempt: sale.attempt, found, idle: false },
    })
  // A payment found standing was kept, or its void was refused: a person decides.
  const standing = looked({ kind: 'paid', payment: payment(), sign: false })
  expect([standing.next.sale.kind, standing.effects]).toEqual(['deciding', []])
  const voided = looked({ kind: 'voided', open: false })
  expect(voided.next.bill?.tenders.map(({ status }) => status)).toEqual(['paid', 'returned'])
  expect(voided.next.sale.kind).toBe('stopped')
  expect(voided.effects.map(({ kind }) => kind)).not.toContain('void_intent')
  // A manager can also take over the bill after a failed card, since the service may never show the other payment.
  const left = billTransition(voided.next, { kind: 'leave_bill', at })
  expect([left.next.bill, left.next.sale.kind]).toEqual([null, 'ready'])
  expect(left.effects.map(({ kind }) => kind)).toContain('file_bill')
  // A payment of the whole bill counts once a person has confirmed it.
  const full = { ...bill, status: 'open', total: 2_000 } as const
  expect(isPaid(full)).toBe(true)
  expect(isPaid({ ...full, restored: { seen: true, given_back: 0, paid_elsewhere: 0 } })).toBe(false)
})
