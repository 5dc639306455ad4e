import { expect, test } from 'vitest'
import { isRefundUnanswered } from '../../../../src-main/sale/refund-answers.ts'
import { voidIntent } from '../../../../src-main/sale/void-intent.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import { facts } from '../../shared/pos/transition/sale-fixtures.ts'

/** A service that lists these refunds of a payment. */
const listing = (refunds: readonly object[], has_more = false) =>
  (() => ({
    call: async () => ({ ok: true, value: { data: refunds, meta: { has_more } } }),
  })) as unknown as () => Client
const refund = (status: string, amount: number, awaits: string | null = null) => ({ status, amount, awaits })
const payment = (amount_refunded: number) => ({ id: 'pmt_1', amount_refunded })

const cases: readonly (readonly [string, readonly object[], boolean])[] = [
  ['the bank has taken it', [refund('succeeded', 1_000)], false],
  ['it waits for the next settlement', [refund('processing', 1_000, 'settlement')], false],
  ['the bank has not answered', [refund('processing', 1_000, 'processor')], true],
  ['the bank has refused it since the payment was read', [refund('failed', 1_000)], true],
  ['one of two was refused since', [refund('succeeded', 400), refund('failed', 600)], true],
  ['another one was refused before', [refund('failed', 600), refund('succeeded', 1_000)], false],
  ['one was begun since', [refund('processing', 500, 'settlement'), refund('succeeded', 1_000)], false],
]

test.each(cases)(
  'whether a refund is unanswered when the payment shows 1000 as refunded and %s',
  async (_, refunds, isUnanswered) => {
    expect(await isRefundUnanswered(listing(refunds), payment(1_000))).toEqual({
      ok: true,
      value: isUnanswered,
    })
  },
)

test('a payment without a refund needs no look-up', async () => {
  const asked = () => {
    throw new Error('it was asked')
  }
  expect(await isRefundUnanswered(asked, payment(0))).toEqual({ ok: true, value: false })
})

/** Voids a payment of 5000 of which 2000 went back before. @param rest the refund of the other 3000 */
async function voidAfterRefund(rest: ReturnType<typeof refund>) {
  const latest_payment = {
    ...{ id: 'pmt_1', status: 'captured', external: false, settlement_status: 'unsettled' },
    ...{ amount_captured: 5_000, amount_refunded: 2_000, amount_reversed: 0, amount_disputed: 0 },
  }
  const answers: Readonly<Record<string, object>> = {
    'payment_intents.cancel': {
      ok: false,
      error: { kind: 'refused', status: 409, error: { code: 'state_conflict', message: 'it was refunded' } },
    },
    'payment_intents.get': { ok: true, value: { status: 'captured', latest_payment } },
    'refunds.create': { ok: true, value: rest },
  }
  const client = (() => ({ call: async (name: string) => answers[name] })) as unknown as () => Client
  const effect = { kind: 'void_intent', sale: facts({ amount: 5_000 }), tries: 1, held: false } as const
  return voidIntent(client, effect)
}

test('an amount returned by the cardholder’s bank does not prove that the whole payment was returned', async () => {
  // The sale is looked up next: 2000 of it may still wait for the bank.
  const answer = await voidAfterRefund(refund('processing', 3_000, 'settlement'))
  expect(answer).toMatchObject({ kind: 'void_failed', refused: false })
})

test('when the bank refuses the refund of the rest, so is the void', async () => {
  const answer = await voidAfterRefund(refund('failed', 3_000))
  expect(answer).toMatchObject({ kind: 'void_failed', refused: true })
})
