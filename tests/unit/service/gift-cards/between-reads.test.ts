import { describe, expect, test } from 'vitest'
import { isSavedAnswer } from '../../../../src-service/commit.ts'
import { giftCardsModule } from '../../../../src-service/gift-cards/module.ts'
import type { Handler, HandlerRequest } from '../../../../src-service/http/handler.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import type { ServiceError } from '../../../../src-shared/api/errors.ts'
import type { giftCardOperations } from '../../../../src-shared/api/operations/gift-cards.ts'
import type { GiftCardMovement } from '../../../../src-shared/api/schemas/gift-card.ts'
import type { Result } from '../../../../src-shared/result.ts'
import { openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

type Name = keyof typeof giftCardOperations
type Ask = (name: Name, body: object, id?: string) => Promise<Result<unknown, ServiceError>>

const code = '8WHK4TYB2CMD6X3Q'

/**
 * `slow` has already read the card when it reads the ledger; the function given to `first` runs just before that, once.
 */
async function open() {
  const harness = await openPaymentsHarness()
  const { store } = harness.services
  let meanwhile: (() => Promise<unknown>) | null = null
  const list = (async (kind, query) => {
    if (kind === 'gift_card_entry' && meanwhile !== null) {
      const first = meanwhile
      meanwhile = null
      await first()
    }
    return store.list(kind, query)
  }) as Store['list']
  const first = (then: () => Promise<unknown>) => {
    meanwhile = then
  }
  return { fast: askOf(harness, store), slow: askOf(harness, { ...store, list }), first }
}

const askOf = ({ services, caller }: PaymentsHarness, store: Store): Ask => {
  const { handlers } = giftCardsModule({ ...services, store }, () => 0)
  return async (name, body, id = '') =>
    (handlers[name] as unknown as Handler<'gift_cards.create'>)({
      ...{ caller, body: { currency: 'USD', ...body }, params: { id }, idempotency: null },
    } as unknown as HandlerRequest<'gift_cards.create'>)
}

const must = async (answer: ReturnType<Ask>): Promise<GiftCardMovement> => {
  const given = await answer
  if (!given.ok) throw new Error(given.error.message)
  if (!isSavedAnswer(given.value)) throw new Error('not in words')
  return JSON.parse(given.value.body)
}

describe('changes between two reads of a gift card', () => {
  const issuing = { kind: 'gift', code, amount: 1_000, reference: 'issue-1' }

  test('a card that is issued meanwhile by the same request is returned as issued', async () => {
    const { fast, slow, first } = await open()
    const cards: string[] = []
    first(async () => cards.push((await must(fast('gift_cards.create', issuing))).gift_card.id))
    const { gift_card } = await must(slow('gift_cards.create', issuing))
    expect([gift_card.id]).toEqual(cards)
    expect(gift_card.balance).toBe(1_000)
  })

  test('the reference of another card counts as another request', async () => {
    const { fast, slow, first } = await open()
    const other = { ...issuing, code: '2CMD6X3Q8WHK4TYB' }
    first(() => must(fast('gift_cards.create', other)))
    expect(await slow('gift_cards.create', issuing)).toMatchObject({
      ok: false,
      error: { code: 'state_conflict', param: 'reference' },
    })
  })

  test('an amount that the same request redeemed meanwhile is returned with the balance that it left', async () => {
    const { fast, slow, first } = await open()
    const { id } = (await must(fast('gift_cards.create', issuing))).gift_card
    const redeeming = { amount: 300, reference: 'redeem-1' }
    first(() => must(fast('gift_cards.redeem', redeeming, id)))
    const { gift_card, entry } = await must(slow('gift_cards.redeem', redeeming, id))
    expect(entry).toMatchObject({ amount: -300, balance: 700 })
    expect(gift_card.balance).toBe(700)
  })

  test('an amount that was loaded meanwhile can be reversed', async () => {
    const { fast, slow, first } = await open()
    const { id } = (await must(fast('gift_cards.create', issuing))).gift_card
    await must(fast('gift_cards.redeem', { amount: 1_000, reference: 'redeem-1' }, id))
    first(() => must(fast('gift_cards.load', { amount: 500, reference: 'load-1' }, id)))
    const { gift_card } = await must(slow('gift_cards.reverse', { reference: 'load-1' }, id))
    expect(gift_card.balance).toBe(0)
  })
})
