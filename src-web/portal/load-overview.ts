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

/** Loads what the overview shows. @param now in ms */
export async function loadOverview(
  { api, session, scope }: Pick<Portal, 'api' | 'session' | 'scope'>,
  now: number,
): Promise<Result<Overview, PageFailure>> {
  const open = await loadPages<PaymentIntent>((starting_after) => {
    const body = { status: 'captured', settlement_status: 'unsettled', limit, starting_after } as const
    return api.call('payment_intents.search', { ...scope, body })
  })
  if (!open.ok) return open
  const [settlements, latest] = await Promise.all([
    // A settlement is made after the day that it closes.
    loadPages<Settlement>(
      (starting_after) => api.call('settlements.list', { ...scope, query: { limit, starting_after } }),
      ({ created_at }) => Date.parse(created_at) < now - (days + 1) * dayMs,
    ),
    api.call('payment_intents.search', { ...scope, body: { limit: 5 } }),
  ])
  if (!settlements.ok) return settlements
  if (!latest.ok) return latest
  const timezone = accountIn(session, scope)?.timezone ?? 'UTC'
  const isClosing = settlements.value.items.some(({ status }) => status === 'closing')
  return ok({
    sales: salesByDay(settlements.value.items, open.value.items, { now, days, timezone }),
    atLeast: !open.value.isWhole || !settlements.value.isWhole || isClosing,
    latest: latest.value.data,
  })
}

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
