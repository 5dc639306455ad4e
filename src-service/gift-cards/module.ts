import { refuse } from '../../src-shared/api/errors.ts'
import type { giftCardOperations } from '../../src-shared/api/operations/gift-cards.ts'
import { ok } from '../../src-shared/result.ts'
import { businessesInReach } from '../accounts/businesses-in-reach.ts'
import { currencyOf } from '../accounts/currency.ts'
import { keepingCurrency, loadCurrency } from '../accounts/kept-currency.ts'
import type { Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import { createTokenBuckets } from '../http/token-buckets.ts'
import type { ServiceModule, Services } from '../services.ts'
import { equal } from '../store/filters.ts'
import { readPage, showPage } from '../store/read-page.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import { decideIssue, decideMove, decideReverse, type Mover } from './decide-movement.ts'
import { cardView, entryView, type GiftCardDocument, type GiftCardEntryDocument } from './documents.ts'
import { cardOfHash, entryOf, loadCard, loadMovement, reversalOf } from './load-card.ts'

/** Limit of unknown codes for all keys of a business together: ten at once, then one every 30 seconds. */
const guesses = { capacity: 10, perSecond: 1 / 30 }

/** Gift cards and store credit, of a business and all its accounts (docs/decisions/0067). @param steady ms */
export function giftCardsModule(
  services: Services,
  steady: () => number,
): ServiceModule<keyof typeof giftCardOperations> {
  const { store, vault } = services
  const wrongCodes = createTokenBuckets(guesses, steady)
  const hashOf = (code: string) => vault.fingerprint(`gift card ${code}`)

  const move =
    (kind: 'load' | 'redeem') =>
    ({ caller, params: { id }, body, idempotency }: MoveRequest) =>
      runDecision(services, {
        load: () => loadMovement(services, caller, id, body.reference),
        decide: (state, context) => decideMove(state, moverOf(caller), kind, body, context),
        idempotency,
      })

  async function loadIssue(caller: Caller, codeHash: string, reference: string) {
    const businessId = businessOf(caller)
    const find = () => cardOfHash(services, caller.tenantId, businessId, codeHash)
    const before = await find()
    const entry = await entryOf(services, caller.tenantId, businessId, reference)
    // The same request may have issued the card between the two reads.
    const existing = entry === null ? before : await find()
    const reversal = entry && (await reversalOf(services, entry))
    const { accountId } = moverOf(caller)
    const { currency, unkept } = await loadCurrency(services, accountId, caller.account)
    return ok({ businessId, codeHash, existing, entry, reversal, currency, unkept })
  }

  return {
    handlers: {
      'gift_cards.create': ({ caller, body, idempotency }) =>
        runDecision(services, {
          load: () => loadIssue(caller, hashOf(body.code), body.reference),
          decide: ({ currency, unkept, ...state }, context) => {
            const mover = { ...moverOf(caller), currency }
            return keepingCurrency(decideIssue(state, mover, body, context), unkept, context.now)
          },
          idempotency,
        }),

      'gift_cards.look_up': async ({ caller, body }) => {
        const businessId = businessOf(caller)
        const { secondsToWait } = wrongCodes.take(businessId)
        if (secondsToWait > 0) {
          return refuse(
            'rate_limited',
            'Too many unknown gift card codes were tried. Wait before you try the next one.',
            {
              retryAfter: secondsToWait,
            },
          )
        }
        const row = await cardOfHash(services, caller.tenantId, businessId, hashOf(body.code))
        if (row === null) {
          return refuse('resource_missing', 'No gift card of this business has this code.', {
            param: 'code',
          })
        }
        wrongCodes.giveBack(businessId)
        return ok(cardView(row.document))
      },

      'gift_cards.list': async ({ caller, query: { last_four, status, ...query } }) => {
        const where = [...(await businessesInReach(services, caller)), ...equal({ last_four, status })]
        const scope = { kind: 'gift_card', accountIds: [caller.tenantId], where } as const
        return showPage(await readPage<GiftCardDocument>(store, scope, query), cardView)
      },

      'gift_cards.liability': async ({ caller }) => {
        const where = [
          { column: 'account_id', is: '=', value: caller.tenantId },
          ...(await businessesInReach(services, caller)),
        ] as const
        const sums = await store.sums('gift_card', { of: 'balance', by: 'currency', where })
        return ok({ data: sums.map(({ group, above }) => ({ currency: group, amount: Number(above) })) })
      },

      'gift_cards.get': async ({ caller, params }) => {
        const row = await loadCard(services, caller, params.id)
        return row.ok ? ok(cardView(row.value.document)) : row
      },

      'gift_cards.list_entries': async ({ caller, params: { id }, query }) => {
        const card = await loadCard(services, caller, id)
        if (!card.ok) return card
        const where = [{ column: 'gift_card_id', is: '=', value: id }] as const
        const scope = { kind: 'gift_card_entry', accountIds: [caller.tenantId], where } as const
        return showPage(await readPage<GiftCardEntryDocument>(store, scope, query), entryView)
      },

      'gift_cards.update': ({ caller, params: { id }, body }) =>
        runDecision(services, {
          load: () => loadCard(services, caller, id),
          decide: (card, { now }) => {
            const next = changed(card, { status: body.status }, now)
            const writes = card.document.status === body.status ? [] : [updateOf('gift_card', next)]
            const { document } = writes.length === 0 ? card : next
            return ok({ writes, events: [], reply: cardView(document) })
          },
        }),

      'gift_cards.load': move('load'),
      'gift_cards.redeem': move('redeem'),

      'gift_cards.reverse': ({ caller, params: { id }, body, idempotency }) =>
        runDecision(services, {
          load: () => loadMovement(services, caller, id, body.reference),
          decide: (state, context) => decideReverse(state, moverOf(caller), body, context),
          idempotency,
        }),
    },
  }
}

type MoveRequest = Pick<
  Parameters<ServiceModule<keyof typeof giftCardOperations>['handlers']['gift_cards.redeem']>[0],
  'caller' | 'params' | 'body' | 'idempotency'
>

/** Admission requires an account for the operations that need one. */
function moverOf({ tenantId, accountId, account }: Caller): Mover {
  if (accountId === null) throw new Error('a gift card operation reached its handler without an account')
  return { tenantId, accountId, currency: currencyOf(account) }
}

function businessOf({ account }: Caller): string {
  if (account === undefined) throw new Error('a gift card operation reached its handler without an account')
  return account.business_id
}
