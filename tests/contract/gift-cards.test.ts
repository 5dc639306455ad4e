import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Operation } from '../../src-shared/api/operation.ts'
import { type OperationName, operations } from '../../src-shared/api/operations.ts'
import type { GiftCard, GiftCardEntry, GiftCardMovement } from '../../src-shared/api/schemas/gift-card.ts'
import { maximumAmount } from '../../src-shared/money.ts'
import { newGiftCardCode } from '../../src-shared/payments/gift-card-code.ts'
import { startTestServer } from '../support/embedded-postgres.ts'
import { type Answer, accepted, createAsk, expectRefusal, type Request } from './support/ask.ts'
import { startService } from './support/running-service.ts'

type Cards = Awaited<ReturnType<typeof startCards>>

async function openCards(): Promise<Cards> {
  const cards = await startCards()
  onTestFinished(() => cards.service.stop())
  return cards
}

async function startCards(databaseUrl?: string) {
  const service = await startService(undefined, databaseUrl === undefined ? {} : { databaseUrl })
  const ask = createAsk(service)
  let made = 0
  const on = (name: OperationName, id: string, changes: Request = {}) =>
    ask(name, { path: (operations[name] as Operation).path.replace('{id}', id), ...changes })
  const code = () => newGiftCardCode((below) => Math.floor(Math.random() * below))
  const reference = () => {
    made += 1
    return `entry-${made}-of-this-test`
  }
  const move = (name: 'load' | 'redeem', id: string, amount: number, ref = reference()) =>
    on(`gift_cards.${name}`, id, { body: { amount, currency: 'USD', reference: ref } })
  const issue = async (amount: number, own = code()) =>
    accepted<GiftCardMovement>(
      await ask('gift_cards.create', {
        body: { kind: 'gift', code: own, amount, currency: 'USD', reference: reference() },
      }),
    ).gift_card
  const cardOf = async (id: string) => accepted<GiftCard>(await on('gift_cards.get', id))
  const entriesOf = async (id: string) =>
    accepted<{ data: readonly GiftCardEntry[] }>(
      await ask('gift_cards.list_entries', { path: `/gift_cards/${id}/entries?limit=50` }),
    ).data
  return { service, ask, on, code, reference, move, issue, cardOf, entriesOf }
}

const sumOf = (entries: readonly GiftCardEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0)

describe.each(['SQLite', 'PostgreSQL'])('gift cards on %s', (engine) => {
  let counter: Cards
  let close = async () => {}
  // A PostgreSQL database takes its time on a busy machine.
  beforeAll(async () => {
    if (engine === 'SQLite') {
      counter = await startCards()
      close = counter.service.stop
      return
    }
    const server = await startTestServer()
    const databaseUrl = await server.createDatabase()
    counter = await startCards(databaseUrl)
    close = async () => {
      await counter.service.stop()
      await server.dropDatabase(databaseUrl)
      await server.stop()
    }
  }, 120_000)
  afterAll(() => close())

  test('a card that many counters redeem at once is never overdrawn', async () => {
    const { issue, move, cardOf, entriesOf, reference } = counter
    const { id } = await issue(1000)
    const twice = reference()
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => move('redeem', id, 300)),
      ...[move('redeem', id, 100, twice), move('redeem', id, 100, twice)],
    ])
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(['gift_card_balance_too_low', 'lock_timeout']).toContain(codeOf(answer))
    }
    const entries = await entriesOf(id)
    const { balance } = await cardOf(id)
    expect(balance).toBeGreaterThanOrEqual(0)
    expect(balance).toBe(sumOf(entries))
    expect(entries.filter((one) => one.reference === twice).length).toBeLessThanOrEqual(1)
    const taken = new Set(
      answers.flatMap(({ status, body }) => (status === 200 ? [(body as GiftCardMovement).entry.id] : [])),
    )
    expect(entries.filter(({ kind }) => kind === 'redeem')).toHaveLength(taken.size)
  })

  test('a card that is issued twice at once is one card', async () => {
    const { ask, code, reference, entriesOf } = counter
    const body = { kind: 'credit', code: code(), amount: 700, currency: 'USD', reference: reference() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask('gift_cards.create', { body })))
    const cards = answers.map((answer) => accepted<GiftCardMovement>(answer).gift_card)
    expect(new Set(cards.map(({ id }) => id)).size).toBe(1)
    expect(await entriesOf(cards[0]?.id ?? '')).toHaveLength(1)
  })
})

const codeOf = ({ body }: Answer): string => (body as { error: { code: string } }).error.code

describe('the ledger of a gift card', () => {
  test('after random movements the balance of a card is the sum of its entries', async () => {
    const { issue, move, on, cardOf, entriesOf } = await openCards()
    const step = fc.record({
      kind: fc.constantFrom('load', 'redeem', 'reverse', 'again'),
      amount: fc.integer({ min: 1, max: 900 }),
      of: fc.nat(5),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { id } = await issue(1000)
        let expected = 1000
        const done: { ref: string; kind: 'load' | 'redeem'; amount: number; status: 'done' | 'back' }[] = []
        for (const [index, { kind, amount, of }] of steps.entries()) {
          const ref = `${id}.${index}`
          const earlier = done[of]
          if (kind === 'load' || kind === 'redeem') {
            const change = kind === 'load' ? amount : -amount
            const answer = await move(kind, id, amount, ref)
            expect(answer.status).toBe(expected + change < 0 ? 409 : 200)
            if (answer.status !== 200) continue
            expected += change
            done.push({ ref, kind, amount, status: 'done' })
          } else if (earlier !== undefined && kind === 'again') {
            const answer = await move(earlier.kind, id, earlier.amount, earlier.ref)
            expect(answer.status).toBe(earlier.status === 'done' ? 200 : 409)
          } else if (earlier !== undefined) {
            const change = earlier.kind === 'load' ? -earlier.amount : earlier.amount
            const answer = await on('gift_cards.reverse', id, { body: { reference: earlier.ref } })
            const isEmpty = earlier.status === 'done' && expected + change < 0
            expect(answer.status).toBe(isEmpty ? 409 : 200)
            if (isEmpty || earlier.status === 'back') continue
            expected += change
            earlier.status = 'back'
          }
        }
        const entries = await entriesOf(id)
        expect((await cardOf(id)).balance).toBe(expected)
        expect(sumOf(entries)).toBe(expected)
        expect(entries.map(({ sequence }) => sequence)).toEqual(
          entries.map((_, index) => entries.length - index),
        )
      }),
      { numRuns: 12 },
    )
  })

  test('a movement that was reversed before it arrived is refused when it arrives', async () => {
    const { issue, move, on, cardOf, reference } = await openCards()
    const { id } = await issue(500)
    const late = reference()
    accepted(await on('gift_cards.reverse', id, { body: { reference: late } }))
    expect(expectRefusal(await move('redeem', id, 200, late), 'state_conflict').param).toBe('reference')
    expect((await cardOf(id)).balance).toBe(500)
  })

  test('a reference moves money only once, and is refused with another amount or for another card', async () => {
    const { issue, move, on, cardOf, reference } = await openCards()
    const { id } = await issue(500)
    const other = await issue(500)
    const own = reference()
    const first = accepted<GiftCardMovement>(await move('redeem', id, 200, own))
    expect(accepted<GiftCardMovement>(await move('redeem', id, 200, own)).entry).toEqual(first.entry)
    expectRefusal(await move('redeem', id, 100, own), 'state_conflict')
    expectRefusal(await move('redeem', other.id, 200, own), 'state_conflict')
    expectRefusal(await on('gift_cards.reverse', other.id, { body: { reference: own } }), 'state_conflict')
    expect((await cardOf(id)).balance).toBe(300)
    expect((await cardOf(other.id)).balance).toBe(500)
  })

  test('a card holds at most the largest amount, also after several loads', async () => {
    const { issue, move, cardOf } = await openCards()
    const { id } = await issue(maximumAmount - 1)
    accepted(await move('load', id, 1))
    expectRefusal(await move('load', id, 1), 'amount_too_large')
    expect((await cardOf(id)).balance).toBe(maximumAmount)
  })

  test('a blocked card accepts no movements, except reversals of its payments', async () => {
    const { issue, move, on, cardOf, reference } = await openCards()
    const { id } = await issue(500)
    const paid = reference()
    accepted(await move('redeem', id, 200, paid))
    accepted(await on('gift_cards.update', id, { body: { status: 'blocked' } }))
    expectRefusal(await move('redeem', id, 100), 'gift_card_blocked')
    expectRefusal(await move('load', id, 100), 'gift_card_blocked')
    const back = accepted<GiftCardMovement>(await on('gift_cards.reverse', id, { body: { reference: paid } }))
    expect((await cardOf(id)).balance).toBe(500)
    // The reference of a reversal is reserved: clients cannot send it.
    expect(back.entry.reference).toBe(`reverses/${back.entry.reverses}`)
    expectRefusal(await move('redeem', id, 100, back.entry.reference), 'parameter_invalid')
  })

  test('a sold card can be taken back in full, or not at all', async () => {
    const { ask, code, reference, move, on, cardOf } = await openCards()
    const sold = { kind: 'gift', code: code(), amount: 500, currency: 'USD', reference: reference() }
    const { id } = accepted<GiftCardMovement>(await ask('gift_cards.create', { body: sold })).gift_card
    const used = reference()
    accepted(await move('redeem', id, 1, used))
    const back = { body: { reference: sold.reference } }
    expectRefusal(await on('gift_cards.reverse', id, back), 'gift_card_balance_too_low')
    accepted(await on('gift_cards.reverse', id, { body: { reference: used } }))
    accepted(await on('gift_cards.reverse', id, back))
    expect((await cardOf(id)).balance).toBe(0)
    // The same request again does not return the card, since its code must not be handed over.
    expectRefusal(await ask('gift_cards.create', { body: sold }), 'state_conflict')
  })
})

describe('the code of a gift card', () => {
  test('a card is found by its code from every counter of the business, and from no other business', async () => {
    const { ask, code, issue, service } = await openCards()
    const own = code()
    const { id } = await issue(900, own)
    const found = accepted<GiftCard>(await ask('gift_cards.look_up', { body: { code: own } }))
    expect([found.id, found.balance, found.last_four]).toEqual([id, 900, own.slice(-4)])
    const { accountId, privateKey: key } = await service.makeTenant()
    expectRefusal(
      await ask('gift_cards.look_up', { key, accountId, body: { code: own } }),
      'resource_missing',
    )
  })

  test('wrong codes are limited, and right ones do not count', async () => {
    const { ask, code, issue } = await openCards()
    const own = code()
    await issue(900, own)
    for (let guess = 0; guess < 10; guess += 1) {
      accepted(await ask('gift_cards.look_up', { body: { code: own } }))
      expectRefusal(await ask('gift_cards.look_up', { body: { code: code() } }), 'resource_missing')
    }
    const refused = await ask('gift_cards.look_up', { body: { code: own } })
    expectRefusal(refused, 'rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('a code is in no answer and in no row', async () => {
    const { ask, code, issue, service } = await openCards()
    const own = code()
    const { id } = await issue(900, own)
    const row = await service.services.store.find('gift_card', id)
    const listed = await ask('gift_cards.list', {})
    expect(JSON.stringify([row, listed.body])).not.toContain(own)
    expect(JSON.stringify(listed.body)).not.toContain('hash')
  })

  test('a request that cannot create a card does not reveal whether a code is in use', async () => {
    const { ask, code, reference, issue } = await openCards()
    const own = code()
    await issue(700, own)
    for (const one of [own, code()]) {
      const body = { kind: 'gift', code: one, amount: 700, currency: 'CAD', reference: reference() }
      const refusal = expectRefusal(await ask('gift_cards.create', { body }), 'parameter_invalid')
      expect(refusal.param).toBe('currency')
    }
  })

  test('the total liability of all cards is reported by currency', async () => {
    const { ask, issue, move } = await openCards()
    const { id } = await issue(900)
    await issue(100)
    accepted(await move('redeem', id, 300))
    const { body } = await ask('gift_cards.liability', {})
    expect(body).toEqual({ data: [{ currency: 'USD', amount: 700 }] })
  })
})
