import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { runDecision } from '../commit.ts'
import type { Services } from '../services.ts'
import { changed, firstRow, insertOf, updateOf } from '../store/row-writes.ts'
import type { Row, Store } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import { newSettlement } from './documents.ts'
import { type Sums, sameSums } from './sums.ts'

/** Returns the open run of an account in a currency. A crash leaves a run open; another node may be working on it. */
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

/** Another node may have closed the run in the meantime; then nothing more is stamped (but see correct-sums.ts). */
export async function isOpenRun(
  store: Pick<Store, 'get'>,
  { account_id, id }: Pick<Row<Settlement>, 'account_id' | 'id'>,
): Promise<boolean> {
  const run = await store.get<Settlement>('settlement', account_id, id)
  return run?.document.status === 'closing'
}

export interface RunWanted {
  readonly accountId: string
  /** A run settles only this currency: amounts in different currencies cannot be added. */
  readonly currency: string
  /** The day that a scheduled run closes, once per currency. */
  readonly day: string | null
  /** In ms. Rows created before this time are settled. */
  readonly cutoff: number
}

/**
 * Opens a run, or returns the existing one: the account's open run, or the run of the day, which may be closed. If two
 * nodes open a run at once, a unique index makes the second one fail and find the run of the first.
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

/** closing → closed, with the sums, which are recounted later. A second call changes nothing or corrects the sums. */
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
      // Another node may have closed the run before this slower one stamped one more row.
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
