import { describe, expect, test } from 'vitest'
import { balanceOf } from '../../../../../src-shared/pos/bill/balance.ts'
import { withCard } from '../../../../../src-shared/pos/bill/tenders.ts'
import { returnCents } from '../../../../../src-shared/pos/returns/return-sums.ts'
import { everything, planReturn } from '../../../../../src-shared/pos/returns/returnable.ts'
import { leftOfBill } from '../../../../../src-shared/pos/sale/charged.ts'
import type { SaleFacts, SaleState } from '../../../../../src-shared/pos/sale/sale.ts'
import { saleStateSchema } from '../../../../../src-shared/pos/sale/sale.ts'
import { saleKeys } from '../../../../../src-shared/pos/sale/sale-keys.ts'
import { shopSurchargeSchema, surchargeRuleSchema } from '../../../../../src-shared/pos/sale/surcharge.ts'
import { transition } from '../../../../../src-shared/pos/transition/transition.ts'
import { bill, cardTender } from '../returns/arbitrary-bill.ts'
import { answer, at, checking, decline, facts, kinds, payment, play } from '../transition/sale-fixtures.ts'

const rule = { percent: 3, postal_code: '10001' }
const token = { payment_method_id: 'pm_1', brand: 'Visa', last_four: '1111', saved: false }
const ready: SaleState = { kind: 'ready' }
const charge = (changes: object = {}) => {
  const sale = {
    id: 'sale_1',
    amount: 10_000,
    currency: 'USD',
    entry: 'card',
    note: '',
    hsn: 'VT-0001',
  } as const
  return { kind: 'charge', at, sale: { ...sale, surcharge_rule: rule, ...changes } } as const
}
const created = answer({ kind: 'intent_created', intent_id: 'pi_1', tips: null })
const read = (surcharge = 300, attempt = 1) =>
  answer({ kind: 'card_read', token, surcharge, none: surcharge === 0 ? 'not_credit' : null }, { attempt })
const consent = (agreed: boolean) => answer({ kind: 'consent_given', agreed })
const updated = answer({ kind: 'intent_updated' })
const saleOf = (state: SaleState): SaleFacts => {
  if (state.kind === 'ready') throw new Error('no sale')
  return state.sale
}

describe('a surcharge', () => {
  test('a credit card is read, its holder agrees, and that card is charged with the surcharge', () => {
    const reading = play(ready, charge(), created)
    expect(kinds(reading.effects)).toEqual(['read_card'])
    const asking = transition(reading.state, read())
    expect(asking.state).toMatchObject({ kind: 'confirming', surcharge: 300, sale: { surcharge: 0 } })
    expect(asking.effects).toEqual([expect.objectContaining({ kind: 'ask_consent', surcharge: 300 })])
    const adding = transition(asking.state, consent(true))
    expect(kinds(adding.effects)).toEqual(['update_intent'])
    const paying = transition(adding.state, updated)
    expect(paying.state).toMatchObject({ kind: 'authorizing', sale: { surcharge: 300, token } })
    const paid = { kind: 'paid', payment: payment({ amount: 10_300 }), sign: false } as const
    const approved = transition(paying.state, answer({ kind: 'authorization_ended', end: paid }))
    expect(approved.state.kind).toBe('approved')
    // The terminal does not show the outcome of this charge by itself.
    expect(kinds(approved.effects)).toContain('show_outcome')
  })

  test('a shop without a surcharge asks for the card as usual', () => {
    const step = play(ready, charge({ surcharge_rule: null }), created)
    expect(kinds(step.effects)).toEqual(['authorize'])
  })

  test('a typed card has no surcharge, and neither has a hold for a tab', () => {
    for (const changes of [{ entry: 'manual' }, { tab: { name: 'Ana', stage: 'opening' } }]) {
      expect(kinds(play(ready, charge(changes), created).effects)).toEqual(['authorize'])
    }
  })

  test('a card that is not a credit card is charged as it was read, without a question', () => {
    const step = play(ready, charge(), created, read(0))
    expect(step.state).toMatchObject({ kind: 'authorizing', sale: { no_surcharge: 'not_credit', token } })
    expect(kinds(step.effects)).toEqual(['authorize'])
  })

  test.each(['refused', 'terminal_not_connected'] as const)(
    'a terminal that cannot read a card in advance (%s) charges without a surcharge',
    (reason) => {
      const step = play(ready, charge(), created, answer({ kind: 'card_not_read', reason, detail: '' }))
      expect(step.state).toMatchObject({ sale: { no_surcharge: 'terminal', token: null } })
      expect(kinds(step.effects)).toEqual(['authorize'])
    },
  )

  test('a terminal that cannot ask for consent charges no surcharge', () => {
    const failed = answer({ kind: 'consent_failed', reason: 'refused', detail: '' })
    const step = play(ready, charge(), created, read(), failed)
    expect(step.state).toMatchObject({ kind: 'authorizing', sale: { surcharge: 0, token } })
  })

  test.each(['timed_out', 'cancelled_by_customer', 'service_unreachable'] as const)(
    'a consent question without an answer (%s) stops the sale, which can be retried',
    (reason) => {
      const failed = answer({ kind: 'consent_failed', reason, detail: '' })
      const step = play(ready, charge(), created, read(), failed)
      expect(step.state).toMatchObject({ kind: 'stopped', reason, money: 'not_moved', can_retry: true })
    },
  )

  test('after a customer refuses the surcharge, the cashier must choose to charge without it', () => {
    const refused = play(ready, charge(), created, read(), consent(false))
    expect(refused.state).toMatchObject({ kind: 'stopped', reason: 'surcharge_declined', money: 'not_moved' })
    const waived = transition(refused.state, { kind: 'waive_surcharge', at })
    expect(waived.state).toMatchObject({
      kind: 'authorizing',
      sale: { surcharge: 0, no_surcharge: 'waived', token, attempt: 2 },
    })
    expect(transition(waived.state, { kind: 'waive_surcharge', at }).state).toBe(waived.state)
  })

  test('a cancel during reading or consent charges nothing, whatever the answer', () => {
    const reading = play(ready, charge(), created, { kind: 'cancel', at })
    expect(kinds(reading.effects)).toEqual(['cancel_terminal'])
    const asking = play(ready, charge(), created, read(), { kind: 'cancel', at })
    for (const { state } of [transition(reading.state, read()), transition(asking.state, consent(true))]) {
      expect(state).toMatchObject({ kind: 'stopped', reason: 'cancelled_by_cashier', money: 'not_moved' })
    }
  })

  test('a cancel during the update of the intent waits for its answer, which could otherwise affect the next card', () => {
    const adding = play(ready, charge(), created, read(), consent(true))
    const cancelled = transition(adding.state, { kind: 'cancel', at })
    expect(cancelled.state).toMatchObject({ kind: 'adding_surcharge', cancelling: true })
    expect(transition(cancelled.state, { kind: 'retry', entry: 'card', tips: null, at }).state).toBe(
      cancelled.state,
    )
    const refused = answer({ kind: 'update_failed', reason: 'refused', detail: '' })
    for (const end of [updated, refused]) {
      const { state, effects } = transition(cancelled.state, end)
      expect(state).toMatchObject({ kind: 'stopped', reason: 'cancelled_by_cashier', money: 'not_moved' })
      expect(effects).toEqual([])
    }
  })

  test('a card charged more than its holder agreed to needs a decision by the cashier', () => {
    const paying = play(ready, charge(), created, read(0))
    const paid = { kind: 'paid', payment: payment({ amount: 10_300 }), sign: false } as const
    const deciding = transition(paying.state, answer({ kind: 'authorization_ended', end: paid }))
    expect(deciding.state).toMatchObject({ kind: 'deciding', because: 'too_much' })
    const found = answer({ kind: 'looked_up', found: paid, idle: false })
    const restarted = play(paying.state, { kind: 'restarted', at }, found)
    expect(restarted.state).toMatchObject({ kind: 'deciding', because: 'too_much' })
  })

  test('another card after a decline is asked again, after the former surcharge is removed', () => {
    const declined = { kind: 'declined', payment_id: 'pmt_1', decline } as const
    const end = answer({ kind: 'authorization_ended', end: declined })
    const first = play(ready, charge(), created, read(), consent(true), updated, end)
    const again = transition(first.state, { kind: 'retry', entry: 'card', tips: null, at })
    expect(again.state).toMatchObject({ kind: 'reading_card', sale: { surcharge: 0, token: null } })
    const debit = transition(again.state, read(0, 2))
    expect(kinds(debit.effects)).toEqual(['update_intent'])
    expect(saleKeys.surcharge(saleOf(debit.state))).not.toBe(saleKeys.surcharge(saleOf(first.state)))
    const paying = transition(debit.state, answer({ kind: 'intent_updated' }, { attempt: 2 }))
    expect(paying.state).toMatchObject({ kind: 'authorizing', sale: { surcharge: 0, surcharge_sent: false } })
    const typed = transition(first.state, { kind: 'retry', entry: 'manual', tips: null, at })
    expect(kinds(typed.effects)).toEqual(['update_intent'])
  })

  test.each([
    ['reading_card', [created]],
    ['confirming', [created, read()]],
    ['adding_surcharge', [created, read(), consent(true)]],
  ] as const)('a counter that is killed while %s charges nothing, and reports so', (kind, events) => {
    const before = play(ready, charge(), ...events).state
    expect(before.kind).toBe(kind)
    const journaled = saleStateSchema.parse(JSON.parse(JSON.stringify(before)))
    const started = transition(journaled, { kind: 'restarted', at })
    expect(started.effects).toEqual([expect.objectContaining({ kind: 'look_up', confirm: false })])
    const absent = { kind: 'absent', open: true } as const
    const found = answer({ kind: 'looked_up', found: absent, idle: false })
    expect(transition(started.state, found).state).toMatchObject({
      kind: 'stopped',
      reason: 'interrupted',
      money: 'not_moved',
      can_retry: true,
    })
  })

  test('the journal of an earlier version is read as a sale without a surcharge', () => {
    const { surcharge_rule, surcharge, surcharge_sent, no_surcharge, token: _, ...earlier } = facts()
    const state = saleStateSchema.parse({ kind: 'creating', sale: earlier })
    expect(saleOf(state)).toEqual(facts())
    expect([surcharge_rule, surcharge, surcharge_sent, no_surcharge]).toEqual([null, 0, false, null])
  })
})

describe('the place of a shop that adds a surcharge', () => {
  test.each(['02134', '02134-1000', 'H2X 1Y4', 'h2x1y4', 'M5V 2T6', ' 90210 '])(
    '%s is a valid postal code',
    (postal_code) => {
      expect(shopSurchargeSchema.safeParse({ percent: 3, postal_code }).success).toBe(true)
    },
  )

  test.each(['2134', 'H2X', '00000', '021345', 'SW1A 1AA'])(
    '%s is refused, but a file that contains it can still be read',
    (postal_code) => {
      expect(shopSurchargeSchema.safeParse({ percent: 3, postal_code }).success).toBe(false)
      expect(surchargeRuleSchema.safeParse({ percent: 3, postal_code }).success).toBe(true)
    },
  )
})

describe('a saved card with a surcharge', () => {
  const saved = charge({ token: { ...token, saved: true } })
  const failed = answer({ kind: 'consent_failed', reason: 'refused', detail: '' })

  test('the cashier cannot agree for the card’s holder while the terminal asks', () => {
    const asking = play(ready, saved, created)
    const pressed = transition(asking.state, { kind: 'customer_agrees', at })
    expect(pressed.state).toBe(asking.state)
    expect(pressed.effects).toEqual([])
  })

  test('a saved card whose holder does not agree is not charged', () => {
    const refused = play(ready, saved, created, consent(false))
    expect(refused.state).toMatchObject({ kind: 'stopped', reason: 'cancelled_by_customer' })
    expect(refused.effects).toEqual([])
  })

  test('the cashier asks the card’s holder when the terminal cannot', () => {
    const agreed = play(ready, saved, created, failed, { kind: 'customer_agrees', at })
    expect(agreed.state.kind).toBe('authorizing')
    expect(kinds(agreed.effects)).toEqual(['authorize'])
  })

  test('a decline of a saved card found after a lost answer is final, since no terminal can ask for another card', () => {
    const found = { kind: 'declined', payment_id: 'pmt_1', decline } as const
    const looked = answer({ kind: 'looked_up', found, idle: false })
    const asked = (token: ReturnType<typeof facts>['token']) => checking({ sale: facts({ token }) })
    expect(transition(asked({ ...token, saved: true }), looked).state.kind).toBe('declined')
    expect(transition(asked(null), looked).state.kind).toBe('checking')
  })
})

describe('the bill of a card with a surcharge', () => {
  const sale = facts({ amount: 10_000, tip: 1_000, surcharge: 300 })

  test('the bill keeps tip and surcharge separate from its total', () => {
    const paid = withCard(bill({ total: 10_000 }), { sale, payment: payment({ amount: 11_300 }) })
    expect(paid.tenders).toMatchObject([{ amount: 10_000, tip: 1_000, surcharge: 300 }])
  })

  test('a partial approval pays the bill first, then the tip, then the surcharge', () => {
    const part = withCard(bill({ total: 10_000 }), { sale, payment: payment({ amount: 11_100 }) })
    expect(part.tenders).toMatchObject([{ amount: 10_000, tip: 1_000, surcharge: 100 }])
  })

  test.each([
    [6_000, 4_000],
    [10_100, 0],
    [11_300, 0],
  ])('a card that pays %i of 113.00 leaves %i of the bill, as the screens show', (amount, left) => {
    const paid = withCard(bill({ total: 10_000 }), { sale, payment: payment({ amount }) })
    expect([leftOfBill(sale, payment({ amount })), balanceOf(paid)]).toEqual([left, left])
  })

  test('a return includes its share of the surcharge, exact to the cent in total', () => {
    const sold = bill({ total: 1_000, tenders: [cardTender('sale_1', 1_000, 0, 31)] })
    const third = planReturn(sold, [], { lines: [{ line_id: 'amount', quantity: 333 }], tips: [] }, 1)
    expect(third?.parts).toMatchObject([{ goods: 333, surcharge: 10, whole: false }])
    const done = { ...returned, lines: third?.lines ?? [], parts: third?.parts ?? [] }
    const rest = planReturn(sold, [done], everything(sold, [done]), 1)
    expect(rest?.parts).toMatchObject([{ goods: 667, surcharge: 21 }])
    expect(returnCents(done) + returnCents({ parts: rest?.parts ?? [] })).toBe(1_031)
  })
})

const returned = {
  id: 'ret_1',
  bill_id: 'bill_1',
  number: 'KT1042',
  currency: 'USD',
  reason: '',
  started_at: at,
  status: 'done',
} as const
