import { appendFile, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf, isWaiting } from '../../../../src-shared/pos/bill/balance.ts'
import { must } from '../../../support/must.ts'
import { checking, facts } from '../../shared/pos/transition/sale-fixtures.ts'
import type { CounterHarness } from '../support/counter-harness.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { type RestoredAfter, restoredCounters, takeRest } from './restored-counter.ts'

let service: TestService
let restoredAfter: RestoredAfter
beforeAll(async () => {
  service = await startTestService()
  restoredAfter = await restoredCounters(service)
})
afterAll(() => service.stop())

const paymentOf = async (intentId: string) => {
  const [payment] = await service.payments(intentId)
  if (payment === undefined) throw new Error('nothing was paid')
  return payment
}
const cardOf = ({ sale }: CounterHarness, aside = false) => {
  const tender = (aside ? sale.aside()[0] : sale.bill())?.tenders[0]
  if (tender?.kind !== 'card') throw new Error('no card has paid')
  return { ...tender, intent_id: tender.sale.intent_id ?? '' }
}
/** Refunds a payment on another counter's payments page or in the portal. */
async function giveBack(intentId: string, amount: number): Promise<void> {
  const { id } = await paymentOf(intentId)
  await must(service.client.call('refunds.create', { params: { id }, body: { amount } }))
}
const seen = ({ sale }: CounterHarness) => until(sale.bill, (bill) => bill?.restored?.seen === true)
const partOf = { kind: 'card', status: 'paid', amount: 700, payment: { amount: 700, returned: 300 } }

test('a partly refunded card pays the rest of the bill, and all of it can be voided without a question', async () => {
  const restored = await restoredAfter((old) => giveBack(cardOf(old).intent_id, 300))
  try {
    const { intent_id } = cardOf(restored)
    expect(await seen(restored)).toMatchObject({ restored: { given_back: 300 }, tenders: [partOf] })
    expect(restored.sale.dispatch({ kind: 'keep_restored' })).toBe(true)
    expect(restored.sale.dispatch({ kind: 'undo_bill' })).toBe(true)
    const undone = await until(restored.sale.bill, (bill) => bill?.tenders[0]?.status === 'returned')
    expect(undone).toMatchObject({ status: 'undoing', tenders: [{ amount: 700 }] })
    expect(restored.seen.map(({ kind }) => kind)).not.toContain('deciding')
    expect(await paymentOf(intent_id)).toMatchObject({ amount_captured: 1_000, amount_refunded: 1_000 })
  } finally {
    await restored.stop()
  }
})

test('a refund made elsewhere during the undo of the bill does not count as paid', async () => {
  const restored = await restoredAfter(async () => undefined)
  try {
    await seen(restored)
    restored.sale.dispatch({ kind: 'keep_restored' })
    const { intent_id } = cardOf(restored)
    await giveBack(intent_id, 1_000)
    expect(restored.sale.dispatch({ kind: 'undo_bill' })).toBe(true)
    await until(restored.sale.bill, (bill) => bill?.tenders[0]?.status === 'returned')
    expect(restored.seen.map(({ kind }) => kind)).not.toContain('deciding')
  } finally {
    await restored.stop()
  }
})

test.each([300, 1_000])(
  'an amount that the customer’s bank took back before the bill left is not a difference in its report: %i cents',
  async (amount) => {
    const restored = await restoredAfter(async (old) => {
      const { id } = await paymentOf(cardOf(old).intent_id)
      await must(service.client.call('sandbox.payments.reverse', { params: { id }, body: { amount } }))
    })
    try {
      const { intent_id } = cardOf(restored)
      expect(await seen(restored)).toMatchObject({ restored: { given_back: amount } })
      restored.sale.dispatch({ kind: 'keep_restored' })
      expect(takeRest(restored, 2_000 + amount)).toBe(true)
      await until(
        () => restored.sale.unbooked(),
        (left) => left === 0,
      )
      const { number } = restored.sale.bill() ?? { number: '' }
      expect(restored.sale.dispatch({ kind: 'finish' })).toBe(true)
      const { book } = await restored.sales()
      await until(
        () => book.find(number),
        (found) => found !== null,
      )
      const reports = await restored.reports()
      const check = await must(reports.check({ period: { kind: 'open' } }))
      if (check.kind !== 'checked') throw new Error(check.detail)
      expect(check.differences.filter((one) => one.intent_id === intent_id)).toEqual([])
    } finally {
      await restored.stop()
    }
  },
)

const sendLink = (old: CounterHarness) => {
  const link = { id: `link_${Date.now()}`, amount: 2_000, receiver: { kind: 'code' } as const }
  old.sale.dispatch({ kind: 'send_link', link })
  return until(old.sale.bill, (bill) => bill?.link?.state === 'open')
}

test('a restored bill that waits for its link is left by withdrawing the link or by serving the next customer', async () => {
  const restored = await restoredAfter((old) => giveBack(cardOf(old).intent_id, 300), sendLink)
  try {
    expect(restored.sale.bill()).toMatchObject({ restored: { seen: false } })
    // Nothing is assumed about the outcome of the link.
    expect([takeRest(restored, 2_000), restored.sale.dispatch({ kind: 'leave_bill' })]).toEqual([
      false,
      false,
    ])
    expect(restored.sale.dispatch({ kind: 'withdraw_link' })).toBe(true)
    const bill = await seen(restored)
    expect(bill).toMatchObject({ link: { state: 'withdrawn' }, restored: { given_back: 300 } })
    expect(restored.sale.dispatch({ kind: 'keep_restored' })).toBe(true)
    expect(takeRest(restored, 2_300)).toBe(true)
  } finally {
    await restored.stop()
  }
})

test('a restored bill that was put aside is looked up once its link has ended, and decided when it is brought back', async () => {
  const restored = await restoredAfter(
    (old) => giveBack(cardOf(old, true).intent_id, 300),
    async (old) => {
      await sendLink(old)
      expect(old.sale.dispatch({ kind: 'put_aside' })).toBe(true)
    },
  )
  try {
    const [aside] = restored.sale.aside()
    const bill_id = aside?.id ?? ''
    expect([aside?.restored?.seen, aside && isWaiting(aside)]).toEqual([false, true])
    // The counter is free meanwhile.
    const next = { id: 'bill_next', order: null, total: 500, currency: 'USD', note: '' }
    expect(restored.sale.dispatch({ kind: 'open_bill', bill: next })).toBe(true)
    expect(restored.sale.dispatch({ kind: 'finish' })).toBe(true)
    expect(restored.sale.dispatch({ kind: 'bring_back', bill_id })).toBe(true)
    expect(restored.sale.dispatch({ kind: 'withdraw_link' })).toBe(true)
    expect(restored.sale.dispatch({ kind: 'put_aside' })).toBe(true)
    const shown = await until(restored.sale.aside, ([bill]) => bill?.restored?.seen === true)
    expect(shown).toMatchObject([
      { link: { state: 'withdrawn' }, restored: { given_back: 300 }, tenders: [partOf] },
    ])
    expect(restored.sale.dispatch({ kind: 'bring_back', bill_id })).toBe(true)
    expect(takeRest(restored, 2_300)).toBe(false)
    expect(restored.sale.dispatch({ kind: 'keep_restored' })).toBe(true)
    expect(takeRest(restored, 2_300)).toBe(true)
  } finally {
    await restored.stop()
  }
})

test('a restored bill that was parked with a payment is looked up when it comes back to the counter', async () => {
  const body = { amount: 500, currency: 'USD' } as const
  const { id: intent_id } = await must(service.client.call('payment_intents.create', { body }))
  let paidBy = ''
  const restored = await restoredAfter(
    async (old) => {
      paidBy = cardOf(old).intent_id
      await giveBack(paidBy, 300)
    },
    undefined,
    async (path) => {
      const lines = (await readFile(path, 'utf8')).trim().split('\n')
      const last = JSON.parse(lines.at(-1) ?? '')
      const sale = facts({ id: 'sale_parked', amount: 500, intent_id, hsn: 'VT-1' })
      const parked = {
        state: checking({ sale, ended: true, parkable: true }),
        parked_at: last.at,
        bill: last.bill,
      }
      await appendFile(path, `${JSON.stringify({ ...last, bill: null, parked: [parked] })}\n`)
    },
  )
  try {
    expect(restored.sale.bill()).toBeNull()
    expect(restored.snapshot().parked).toMatchObject([{ bill: { restored: { seen: false } } }])
    await until(
      () => restored.snapshot().parked[0]?.state.kind,
      (kind) => kind === 'stopped',
    )
    expect(restored.sale.acknowledgeParked('sale_parked')).toBe(true)
    const bill = await seen(restored)
    expect(bill).toMatchObject({ restored: { given_back: 300, paid_elsewhere: 0 }, tenders: [partOf] })
    expect(bill && balanceOf(bill)).toBe(2_300)
    expect(takeRest(restored, 2_300)).toBe(false)
    expect(restored.sale.dispatch({ kind: 'keep_restored' })).toBe(true)
    expect(takeRest(restored, 2_300)).toBe(true)
  } finally {
    await restored.stop()
  }
})
