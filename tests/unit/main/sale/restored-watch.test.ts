import { expect, test } from 'vitest'
import { startRestoredWatch } from '../../../../src-main/sale/restored-watch.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { billsOf } from '../../../pictures/bills.ts'
import { giftCardBills } from '../../../pictures/gift-cards.ts'
import { facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog, until } from '../support/service.ts'

const { open } = billsOf(facts(), payment())
/** A bill of a restored counter that a gift card has paid. */
const byGiftCard = giftCardBills(open).paid
const [tender] = byGiftCard.tenders

type Answer = (name: string, query: { readonly starting_after?: string }) => unknown

/** What the watch reports of this bill, once a service that answers like this has shown all of it. */
async function seenOf(paid: Bill, answer: Answer): Promise<unknown> {
  const bill: Bill = { ...paid, restored: { seen: false } as NonNullable<Bill['restored']> }
  const seen: unknown[] = []
  const call = async (name: string, { query = {} }: { query?: object }) =>
    name === 'payment_intents.search' ? ok({ data: [] }) : answer(name, query)
  const stop = startRestoredWatch({
    counter: { bill: () => bill, state: () => ({ kind: 'ready' }), aside: () => [] },
    billsHere: () => [bill],
    client: () => ({ call }) as unknown as Client,
    onSeen: (one) => seen.push(one) > 0,
    log: quietLog,
    pauseMs: 1,
  })
  await until(
    () => seen,
    (all) => all.length > 0,
  )
  stop()
  return seen[0]
}

/** The entries of a gift card on these pages, the newest first. */
const entriesOn =
  (...pages: readonly (readonly object[])[]): Answer =>
  (name, { starting_after }) => {
    if (name !== 'gift_cards.list_entries') throw new Error(`${name} was called`)
    const page = Number(starting_after ?? 0)
    const has_more = page + 1 < pages.length
    return ok({
      data: pages[page],
      meta: { has_more, ...(has_more ? { next_cursor: String(page + 1) } : {}) },
    })
  }

const own = { id: 'gce_1', reference: tender.id, reverses: null }
const others = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `gce_other_${index}`,
    reference: `other_${index}`,
    reverses: null,
  }))

test('what a gift card paid is found behind a page of newer entries of other sales', async () => {
  expect(await seenOf(byGiftCard, entriesOn(others(3), [own]))).toMatchObject({
    returned: { [tender.id]: 0 },
  })
})

test('a payment that was taken back is found by the newer entry that reverses it', async () => {
  const back = { id: 'gce_2', reference: 'back', reverses: 'gce_1' }
  expect(await seenOf(byGiftCard, entriesOn([back, ...others(2)], [own]))).toMatchObject({
    returned: { [tender.id]: tender.amount },
  })
  expect(await seenOf(byGiftCard, entriesOn([{ ...back, reverses: 'gce_9' }, own]))).toMatchObject({
    returned: { [tender.id]: 0 },
  })
})

test('nothing is reported of a card while its refunds cannot be read, or one of them is not answered', async () => {
  const card = { kind: 'card', status: 'paid', amount: 1_234, tip: 0, surcharge: 0 } as const
  const bill: Bill = { ...open, tenders: [{ ...card, sale: facts(), payment: payment() }] }
  const refund = { amount: 300, awaits: 'processor' }
  const lists = [
    err({ kind: 'no_answer', reason: 'socket hang up' }),
    ok({ data: [{ ...refund, status: 'processing' }], meta: { has_more: false } }),
    // Refused between the two reads.
    ok({ data: [{ ...refund, status: 'failed' }], meta: { has_more: false } }),
    ok({ data: [{ ...refund, status: 'succeeded' }], meta: { has_more: false } }),
  ]
  const amounts = { amount_refunded: 300, amount_reversed: 0 }
  const intent = { status: 'captured', ...amounts, latest_payment: { id: 'pmt_1', ...amounts } }
  const seen = await seenOf(bill, (name) =>
    name === 'payments.list_refunds' ? lists.shift() : ok(name === 'payment_intents.get' ? intent : null),
  )
  expect(lists).toEqual([])
  expect(Object.values((seen as { readonly returned: object }).returned)).toEqual([300])
})
