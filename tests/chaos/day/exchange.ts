import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { planExchange } from '../../../src-shared/pos/returns/exchange.ts'
import { partCents } from '../../../src-shared/pos/returns/return-sums.ts'
import { everything } from '../../../src-shared/pos/returns/returnable.ts'
import { worthOf } from '../../../src-shared/pos/returns/waiting-exchange.ts'
import type { Customer, ExchangeKind, PlannedExchange } from './customers.ts'
import { returnsIn } from './day-books.ts'
import { partOf } from './give-back.ts'
import type { DayPlace } from './place.ts'
import { beginReturn, endReturn } from './return-steps.ts'
import { type Shop, serve } from './serve.ts'

interface EndedExchange {
  /** The bill of the other goods; null if none were taken. */
  readonly bill: Bill | null
  /** The kind of exchange; null if nothing was left to return. */
  readonly ended: ExchangeKind | null
}

/** Maximum by which the other goods may cost more, in cents. */
const mostDearer = 5_000

/** A customer returns goods of a bill and takes others that cost more, less or the same, or finally none. */
export async function exchange(
  { counter, countsPieces }: Pick<DayPlace, 'counter' | 'countsPieces'>,
  earlier: Bill,
  { kind, all, share, by, name }: PlannedExchange & { readonly name: string },
  shop: Shop,
): Promise<EndedExchange> {
  const before = (await returnsIn(counter.returnsFile)).filter(({ bill_id }) => bill_id === earlier.id)
  const left = everything(earlier, before).lines
  const [line] = left
  const some = line && partOf(line, share, countsPieces)
  const lines = all || some === undefined ? left : [some]
  const most = planExchange(earlier, before, lines, Number.MAX_SAFE_INTEGER, 1)
  if (most === null) return { bill: null, ended: null }
  const worth = worthOf(most.lines)
  const more = 1 + Math.floor(share * mostDearer)
  const isDearer = kind === 'dearer' || kind === 'given_up' || (kind === 'cheaper' && worth === 1)
  const total = isDearer
    ? worth + more
    : kind === 'equal'
      ? worth
      : Math.max(1, Math.floor((worth - 1) * share))
  const rest = planExchange(earlier, before, lines, total, 1)?.rest ?? []
  const back = rest.reduce((sum, part) => sum + partCents(part), 0)
  const return_id = await beginReturn(counter, earlier, {
    ...{ number: earlier.number, lines: [...lines], tips: [], total: worth, reason: 'Too small' },
    exchange: true,
  })
  const customer: Customer = {
    ...{ name: `${name}_x`, tender: 'exchange', order: null, total, tip: 0 },
    ...{ retry: false, entry: 'card', onDeciding: 'keep', rest: share < 0.2 ? 'undo' : 'cash' },
    ...{ trouble: null, returned: null, exchanged: null },
    onCard: by === 'cash' ? 0 : Math.max(1, Math.floor(more * (share < 0.6 ? 0.5 : 1))),
    leaves: kind === 'given_up',
  }
  const opens = { kind: 'exchange', return_id, bill_id: `bill_${customer.name}`, total, back } as const
  const bill = await serve(counter, customer, shop, opens)
  const { exchange: exchanged } = await endReturn(counter, return_id, bill === null)
  if ((bill?.number ?? null) !== (exchanged?.bill ?? null))
    throw new Error(
      `${return_id} ended with ${exchanged?.bill ?? 'no bill'}, not with ${bill?.number ?? 'none'}`,
    )
  return {
    bill,
    ended: bill === null ? 'given_up' : total > worth ? 'dearer' : total < worth ? 'cheaper' : 'equal',
  }
}
