import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSavedAnswer } from '../../../../src-service/commit.ts'
import { giftCardsModule } from '../../../../src-service/gift-cards/module.ts'
import type { Handler, HandlerRequest } from '../../../../src-service/http/handler.ts'
import { keepRows } from '../../../../src-service/store/keep-rows.ts'
import { rememberedOnPostgres } from '../../../../src-service/store/open-store.ts'
import type { ServiceError } from '../../../../src-shared/api/errors.ts'
import type { giftCardOperations } from '../../../../src-shared/api/operations/gift-cards.ts'
import type {
  GiftCard,
  GiftCardEntry,
  GiftCardMovement,
} from '../../../../src-shared/api/schemas/gift-card.ts'
import { newGiftCardCode } from '../../../../src-shared/payments/gift-card-code.ts'
import type { Result } from '../../../../src-shared/result.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

type Name = keyof typeof giftCardOperations
const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }

const askOf = ({ services, caller }: PaymentsHarness) => {
  const { handlers } = giftCardsModule(services, () => 0)
  return async (
    name: Name,
    body: object,
    id = '',
    query: object = {},
  ): Promise<Result<unknown, ServiceError>> => {
    const answer = await (handlers[name] as unknown as Handler<'gift_cards.create'>)({
      ...{ caller, body, params: { id }, query, idempotency: null },
    } as unknown as HandlerRequest<'gift_cards.create'>)
    return answer.ok && isSavedAnswer(answer.value)
      ? { ok: true, value: JSON.parse(answer.value.body) }
      : answer
  }
}

const move = fc.record({
  kind: fc.constantFrom(
    'load' as const,
    'redeem' as const,
    'redeem' as const,
    'reverse' as const,
    'block' as const,
    'unblock' as const,
  ),
  card: fc.nat(1),
  amount: fc.constantFrom(100, 400, 1000),
  reference: fc.nat(9),
})
const refusals = ['gift_card_blocked', 'gift_card_balance_too_low', 'state_conflict', 'lock_timeout']
const volleys = fc.array(fc.array(fc.tuple(fc.nat(1), move), { minLength: 3, maxLength: 9 }), {
  minLength: 1,
  maxLength: 4,
})

describe.each(['SQLite', 'PostgreSQL'] as const)(
  'two counters that use one gift card through two nodes, on %s',
  (engine) => {
    test('leave a ledger that adds up, and get answers that match it', async () => {
      const harness = await engines[engine]()
      const open = () =>
        askOf(harness.node(keepRows({ ...harness.services.store, shared: true }, rememberedOnPostgres)))
      const nodes = [open(), open()] as const
      let round = 0
      await fc.assert(
        fc.asyncProperty(volleys, async (all) => {
          round += 1
          const code = () => newGiftCardCode((below) => Math.floor(Math.random() * below))
          const cards = await Promise.all(
            [0, 1].map(async (each) => {
              const body = {
                kind: 'gift',
                code: code(),
                amount: 1000,
                currency: 'USD',
                reference: `issue-${round}-${each}`,
              }
              const both = await Promise.all(nodes.map((ask) => ask('gift_cards.create', body)))
              const ids = both.map((one) => (mustOf(one) as GiftCardMovement).gift_card.id)
              expect(new Set(ids).size).toBe(1)
              return String(ids[0])
            }),
          )
          const answered = new Map<string, GiftCardEntry>()
          for (const moves of all) {
            await Promise.all(
              moves.map(async ([at, { kind, card, amount, reference }]) => {
                const ask = nodes[at === 0 ? 0 : 1]
                const id = cards[card] ?? ''
                const name = `ref-${round}-${reference}`
                const answer =
                  kind === 'block' || kind === 'unblock'
                    ? await ask('gift_cards.update', { status: kind === 'block' ? 'blocked' : 'active' }, id)
                    : await ask(`gift_cards.${kind}`, { amount, currency: 'USD', reference: name }, id)
                if (!answer.ok) expect(refusals).toContain(codeOf(answer))
                if (!answer.ok || kind === 'block' || kind === 'unblock') return
                const { entry, gift_card } = answer.value as GiftCardMovement
                expect(gift_card.id).toBe(id)
                expect(entry.gift_card_id).toBe(id)
                if (kind !== 'reverse')
                  expect([entry.reference, entry.amount]).toEqual([name, kind === 'load' ? amount : -amount])
                answered.set(entry.id, entry)
              }),
            )
          }
          const references = new Set<string>()
          const kept = new Map<string, GiftCardEntry>()
          for (const id of cards) {
            const card = mustOf(await nodes[0]('gift_cards.get', {}, id)) as GiftCard
            const page = mustOf(await nodes[0]('gift_cards.list_entries', {}, id, { limit: 100 })) as {
              data: GiftCardEntry[]
            }
            const entries = [...page.data].sort((one, other) => one.sequence - other.sequence)
            let balance = 0
            for (const [index, entry] of entries.entries()) {
              balance += entry.amount
              expect([entry.sequence, entry.balance]).toEqual([index + 1, balance])
              expect(balance).toBeGreaterThanOrEqual(0)
              expect(references.has(entry.reference)).toBe(false)
              references.add(entry.reference)
              kept.set(entry.id, entry)
            }
            expect(card.balance).toBe(balance)
            // Each entry is reversed at most once, by its full amount.
            const reversed = entries.flatMap((entry) => (entry.reverses === null ? [] : [entry]))
            expect(new Set(reversed.map(({ reverses }) => reverses)).size).toBe(reversed.length)
            for (const entry of reversed)
              expect(entry.amount).toBe(-(kept.get(entry.reverses ?? '')?.amount ?? 0))
          }
          for (const entry of answered.values()) expect(kept.get(entry.id)).toEqual(entry)
        }),
        { numRuns: engine === 'SQLite' ? 20 : 4 },
      )
    })
  },
)
