import { oneUnit } from '../../../src-shared/pos/order/limits.ts'
import type { Discount, Order, OrderLine } from '../../../src-shared/pos/order/order.ts'
import { plainLine } from '../../../src-shared/pos/order/plain-line.ts'
import { totalsOf } from '../../../src-shared/pos/order/totals.ts'
import type { Fault, SalePlan } from '../sales/plan.ts'
import { createRandom } from '../support/random.ts'

export const tenders = [
  'card',
  'cash',
  'split',
  'partial',
  'declined',
  'tab',
  'tab_given_back',
  'surcharge',
  'saved_card',
  'link',
  'link_in_part',
  'link_withdrawn',
  'free',
] as const
export type Tender = (typeof tenders)[number]

export const exchanges = ['dearer', 'cheaper', 'equal', 'given_up'] as const
export type ExchangeKind = (typeof exchanges)[number]

/** `give_back_elsewhere`: somebody else refunds or voids a payment of the open bill, or of the tab. */
export type DayFault = Fault | 'give_back_elsewhere'

type Trouble = { readonly fault: DayFault; readonly afterMs: number } | null

/** A customer who returns goods and takes others. */
export interface PlannedExchange {
  readonly kind: ExchangeKind
  readonly all: boolean
  /** From 0 to 1: which share of a line is returned, and by how much the prices differ. */
  readonly share: number
  readonly by: 'card' | 'cash'
  readonly trouble: Trouble
}

/** A planned customer of the day. */
export interface Customer extends Pick<SalePlan, 'retry' | 'entry' | 'onDeciding' | 'rest'> {
  /** Names the sale, the bill and the tab. */
  readonly name: string
  readonly tender: Tender | 'exchange'
  readonly order: Order | null
  readonly total: number
  /** Amount that the first card is charged or holds, or that the link requests, in cents. */
  readonly onCard: number
  /** The bill is opened and left unpaid. */
  readonly leaves?: boolean
  /** The tip when a tab is closed, in cents. */
  readonly tip: number
  readonly trouble: Trouble
  /** After this customer, an earlier one returns goods. */
  readonly returned: 'all' | 'part' | null
  readonly exchanged: PlannedExchange | null
}

interface Chance {
  readonly below: (limit: number) => number
  readonly chance: (of: number) => boolean
}

/** What can be sold and how it can be paid, and what goes wrong. */
export interface Trade {
  readonly tenders: readonly Tender[]
  /** Returns `count` different goods. */
  readonly goods: (random: Chance, count: number) => readonly OrderLine[]
  readonly troubles: readonly DayFault[]
  /** Share of the customers with a fault, from 0 to 1. */
  readonly troubled: number
  /** Approximate maximum duration of a sale without trouble, in ms. */
  readonly longestMs: number
}

/** The sandbox's bank approves 5,000.00 of this amount. */
const partialAmount = 600_000
const declinedAmount = 105_000
const rates = [
  { id: 'state', name: 'State', rate: 6_250, inclusive: false },
  { id: 'vat', name: 'VAT', rate: 19_000, inclusive: true },
] as const

const everythingOff = { id: 'off', discount: { kind: 'percent', value: 10_000, reason: 'Discount' } } as const

/** Goods at any price and with any taxes, for a counter whose keys are not pressed by hand. */
export const anyTrade: Trade = {
  tenders,
  goods: ({ below, chance }, count) =>
    Array.from({ length: count }, (_, line) => ({
      ...plainLine(`line_${line}`, `Item ${line}`, 250 + below(2_500)),
      tax_rates: rates.filter(() => chance(0.4)),
    })),
  troubles: [
    ...(['kill_pos', 'kill_pos', 'kill_pos', 'kill_service', 'lose_answers', 'cut_pos_line'] as const),
    ...(['give_back_elsewhere', 'give_back_elsewhere', 'give_back_elsewhere'] as const),
  ],
  troubled: 0.4,
  longestMs: 900,
}

/** Returns the same customers for the same seed. Every way to pay occurs, however short the day is. */
export function planDay(seed: number, count: number, trade: Trade = anyTrade): readonly Customer[] {
  const random = createRandom(seed)
  const { tenders: ways, troubles, longestMs } = trade
  const below = (limit: number) => Math.floor(random() * limit)
  const chance = (of: number) => random() < of
  const discount = (): Discount =>
    chance(0.5)
      ? { kind: 'percent', value: 100 + below(3_000), reason: 'Discount' }
      : { kind: 'amount', value: 1 + below(200), reason: 'Discount' }
  function orderNamed(name: string): Order {
    const lines = trade.goods({ below, chance }, 1 + below(4)).map((line) => ({
      ...line,
      quantity: (1 + below(3)) * oneUnit,
      discount: chance(0.3) ? discount() : null,
    }))
    return { id: `ord_${name}`, lines, discounts: chance(0.3) ? [{ id: 'off', discount: discount() }] : [] }
  }
  const troubleIn = (share: number): Trouble =>
    chance(share)
      ? { fault: troubles[below(troubles.length)] ?? 'kill_pos', afterMs: below(longestMs) }
      : null
  const exchange = (kind: ExchangeKind): PlannedExchange => ({
    kind,
    all: chance(0.5),
    share: random(),
    by: chance(0.5) ? 'card' : 'cash',
    trouble: troubleIn(trade.troubled * 1.5),
  })
  return Array.from({ length: count }, (_, number): Customer => {
    const name = `day${seed}_${number}`
    const tender = ways[number < ways.length ? number : below(ways.length)] ?? 'card'
    const isTab = tender === 'tab' || tender === 'tab_given_back'
    const typed =
      tender === 'partial' ? partialAmount : tender === 'declined' ? declinedAmount : 100 + below(20_000)
    const order =
      tender === 'free'
        ? { ...orderNamed(name), discounts: [everythingOff] }
        : isTab || (typed <= 20_000 && tender !== 'declined' && chance(0.5))
          ? orderNamed(name)
          : null
    const total = order === null ? typed : totalsOf(order).total
    return {
      name,
      tender,
      order,
      total,
      // A tab may come to more than its card holds.
      onCard: isTab
        ? Math.max(100, total + below(3_000) - 500)
        : tender === 'split' || tender === 'link_in_part'
          ? 1 + below(total - 1)
          : total,
      tip: chance(0.5) ? below(300) : 0,
      retry: false,
      entry: tender !== 'surcharge' && chance(0.15) ? 'manual' : 'card',
      onDeciding: chance(0.7) ? 'keep' : 'void',
      rest: chance(0.7) ? 'cash' : 'undo',
      trouble: troubleIn(trade.troubled),
      returned: chance(0.3) ? (chance(0.5) ? 'all' : 'part') : null,
      exchanged:
        number % 3 === 2 ? exchange(exchanges[((number - 2) / 3) % exchanges.length] ?? 'equal') : null,
    }
  })
}
