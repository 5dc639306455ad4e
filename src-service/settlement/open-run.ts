import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { isoTime } from '../clock.ts'
import { runDecision } from '../commit.ts'
import type { Services } from '../services.ts'
import { changed, firstRow, insertOf, updateOf } from '../store/row-writes.ts'
import type { Row, Store } from '../store/store.ts'
import { newSettlement } from './documents.ts'
import { type Sums, sameSums } from './sums.ts'

/** The run that an account has open in a currency; a crash leaves it so, and another node may be at it. */
export async function openRunOf(
  store: Pick<Store, 'list'>,
  { accountId, currency }: Pick<RunWanted, 'accountId' | 'currency'>,
): Promise<Row<Settlement> | null> {
  const where = [
    { column: 'status', is: '=', value: 'closing' },
    { column: 'currency', is: '=', value: currency },
  ] as const
  const [found] = await store.list<Settlement>('settlement', { account_id: accountId, where, limit: 1 })
  return found ?? null
}

/** Another node may have closed it while this one was held up: nothing more is stamped then (but see correct-sums.ts). */
export async function isOpenRun(
  store: Pick<Store, 'get'>,
  { account_id, id }: Pick<Row<Settlement>, 'account_id' | 'id'>,
): Promise<boolean> {
  const run = await store.get<Settlement>('settlement', account_id, id)
  return run?.document.status === 'closing'
}

export interface RunWanted {
  readonly accountId: string
  /** A run settles what is in this currency: two cannot be added. */
  readonly currency: string
  /** The day that a scheduled run closes, once in each currency. */
  readonly day: string | null
  /** ms: what was made before is settled. */
  readonly cutoff: number
}

/**
 * Opens a run, or answers the one that is there: the account's open one, or the day's, which may be closed. Two
 * nodes that open at once meet at a unique index, and the second finds the first one's.
 */
export const openRun = (
  services: Pick<Services, 'store' | 'clock' | 'newId'>,
  { accountId, currency, day, cutoff }: RunWanted,
): Promise<Result<Row<Settlement>, ServiceError>> =>
  runDecision(services, {
    load: async () => {
      const open = await openRunOf(services.store, { accountId, currency })
      if (open !== null || day === null) return ok(open)
      const where = [
        { column: 'day', is: '=', value: day },
        { column: 'currency', is: '=', value: currency },
      ] as const
      const [closed] = await services.store.list<Settlement>('settlement', {
        account_id: accountId,
        where,
        limit: 1,
      })
      return ok(closed ?? null)
    },
    decide: (found, { now, newId }) => {
      if (found !== null) return ok({ writes: [], events: [], reply: found })
      const basis = {
        id: newId('settlement'),
        account_id: accountId,
        status: 'closing',
        source: 'processor',
        currency,
      } as const
      const row = newSettlement(basis, { day }, { now, cutoff })
      return ok({ writes: [insertOf('settlement', row)], events: [], reply: row })
    },
  })

/** closing → closed, with its sums, which are counted again later. Whoever comes second finds it so, or puts them right. */
export const closeRun = (
  services: Pick<Services, 'store' | 'clock' | 'newId'>,
  run: Row<Settlement>,
  sums: () => Promise<Result<Sums, ServiceError>>,
): Promise<Result<Settlement, ServiceError>> =>
  runDecision(services, {
    load: async () => {
      const row = await services.store.get<Settlement>('settlement', run.account_id, run.id)
      if (row === null) throw new Error(`settlement ${run.id} is gone`)
      const counted = await sums()
      return counted.ok ? ok({ row, sums: counted.value }) : counted
    },
    decide: ({ row, sums: found }, { now, verified }) => {
      const { status, closed_at } = row.document
      // Another node may have closed it and this one, late, have stamped one thing more.
      if (status === 'closed' && sameSums(row.document, found)) {
        return ok({ writes: [], events: [], reply: row.document })
      }
      const closed = { status: 'closed', closed_at: closed_at ?? isoTime(now), ...found } as const
      const next = changed(row, closed, now)
      return ok({
        writes: [
          updateOf('settlement', next),
          ...(status === 'closed'
            ? []
            : [insertOf('settlement_check', firstRow(row.account_id, row.id, {}, verified))]),
        ],
        events: [{ account_id: row.account_id, type: 'v2.settlement.closed', object: next.document }],
        reply: next.document,
      })
    },
  })
