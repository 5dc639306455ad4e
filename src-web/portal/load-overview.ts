import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { PageFailure } from '../components/ask-service.ts'
import type { Portal } from './context.ts'
import { type SalesByDay, salesByDay } from './sales-by-day.ts'
import { accountIn } from './scope.ts'

/** Number of days in the chart. */
const days = 14
/** Pages to load of each list: about a busy day's unsettled sales, or the settlements of twenty accounts. */
const mostPages = 6
const limit = 50
const dayMs = 86_400_000

export interface Overview {
  readonly sales: SalesByDay
  /** More was sold than was loaded, or a settlement whose sums are not known yet is under way: the days show a minimum. */
  readonly atLeast: boolean
  readonly latest: readonly PaymentIntent[]
}

/** How often all is loaded again because a settlement closed meanwhile. */
const mostTries = 3

/** Loads what the overview shows. @param now in ms */
export async function loadOverview(
  portal: Pick<Portal, 'api' | 'session' | 'scope'>,
  now: number,
): Promise<Result<Overview, PageFailure>> {
  const { api, session, scope } = portal
  const [sales, latest] = await Promise.all([
    loadSales(portal, now, 1),
    api.call('payment_intents.search', { ...scope, body: { limit: 5 } }),
  ])
  if (!sales.ok) return sales
  if (!latest.ok) return latest
  const { settlements, open, atLeast } = sales.value
  const timezone = accountIn(session, scope)?.timezone ?? 'UTC'
  return ok({
    sales: salesByDay(settlements, open, { now, days, timezone }),
    atLeast,
    latest: latest.value.data,
  })
}

interface Sales {
  readonly settlements: readonly Settlement[]
  readonly open: readonly PaymentIntent[]
  readonly atLeast: boolean
}

/**
 * Loads settlements and open sales as of one moment: a sale would be missing whose settlement closes between the two. So
 * the newest settlements are looked at again afterwards, and if they differ, all is loaded once more.
 */
async function loadSales(
  portal: Pick<Portal, 'api' | 'scope'>,
  now: number,
  attempt: number,
): Promise<Result<Sales, PageFailure>> {
  const { api, scope } = portal
  const askSettlements = (starting_after?: string) =>
    api.call('settlements.list', { ...scope, query: { limit, starting_after } })
  // A settlement is made after the day that it closes.
  const settlements = await loadPages<Settlement>(
    askSettlements,
    ({ created_at }) => Date.parse(created_at) < now - (days + 1) * dayMs,
  )
  if (!settlements.ok) return settlements
  const open = await loadPages<PaymentIntent>((starting_after) => {
    const body = { status: 'captured', settlement_status: 'unsettled', limit, starting_after } as const
    return api.call('payment_intents.search', { ...scope, body })
  })
  if (!open.ok) return open
  const newest = await askSettlements()
  if (!newest.ok) return newest
  const isSame = stateOf(newest.value.data) === stateOf(settlements.value.items.slice(0, limit))
  if (!isSame && attempt < mostTries) return loadSales(portal, now, attempt + 1)
  const isClosing = settlements.value.items.some(({ status }) => status === 'closing')
  return ok({
    settlements: settlements.value.items,
    open: open.value.items,
    atLeast: !isSame || !open.value.isWhole || !settlements.value.isWhole || isClosing,
  })
}

const stateOf = (settlements: readonly Pick<Settlement, 'id' | 'status'>[]): string =>
  settlements.map(({ id, status }) => `${id} ${status}`).join()

interface Loaded<Item> {
  readonly items: readonly Item[]
  /** Nothing that is needed is missing. */
  readonly isWhole: boolean
}

/** @param isBeyond whether an entry, and with it all that follow, is no longer needed */
async function loadPages<Item>(
  ask: (
    cursor: string | undefined,
  ) => Promise<
    Result<
      { readonly data: readonly Item[]; readonly meta: { readonly next_cursor?: string | undefined } },
      PageFailure
    >
  >,
  isBeyond: (entry: Item) => boolean = () => false,
): Promise<Result<Loaded<Item>, PageFailure>> {
  const items: Item[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await ask(cursor)
    if (!page.ok) return page
    items.push(...page.value.data)
    cursor = page.value.meta.next_cursor
    const last = page.value.data.at(-1)
    if (cursor === undefined || (last !== undefined && isBeyond(last))) return ok({ items, isWhole: true })
  }
  return ok({ items, isWhole: false })
}
