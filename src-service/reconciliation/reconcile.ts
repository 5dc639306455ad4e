import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { runDecision } from '../commit.ts'
import type { ReportEntry } from '../processor/report-entry.ts'
import type { Services } from '../services.ts'
import { firstRow, insertOf } from '../store/row-writes.ts'
import type { Row, Store, Write } from '../store/store.ts'
import { decideEntry, loadReported } from './decide-entry.ts'

export type ReconciliationServices = Pick<
  Services,
  'store' | 'accounts' | 'clock' | 'newId' | 'processor' | 'log'
>

/**
 * The journal of what was reported: a row for each entry that was worked on, written in the same commit as what it
 * changes, so that an entry that is reported twice is applied once. The newest row says from when on to ask.
 */
interface ReconciledDocument {
  readonly processor: string
  readonly entry: ReportEntry
  /** Why it changed nothing; null for one that was applied. */
  readonly refusal: string | null
}

/**
 * How far back every pass asks again, ms: a processor may add to what it has reported, and what was reported of a
 * payment whose own answer is still to come is tried again so long.
 */
const overlapMs = 24 * 60 * 60_000

/** One pass: everything that was reported since the last one, each entry once. */
export async function reconcile(
  services: ReconciliationServices,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { processor, log } = services
  for await (const entry of processor.reports(await positionOf(services))) {
    if (isStopped()) return
    try {
      await applyEntry(services, entry)
    } catch (error) {
      log.error({ err: error, entry_id: entry.id, type: entry.type }, 'reconciliation.failed')
    }
  }
}

/** ms; 0 where nothing was reported so far. */
async function positionOf({ store, processor, clock }: ReconciliationServices): Promise<number> {
  const where = [{ column: 'processor', is: '=', value: processor.name }] as const
  const [newest] = await store.list<ReconciledDocument>('reconciled_entry', { where, limit: 1 })
  // A clock may have been set back since: what is reported now must not lie before the position.
  return newest === undefined ? 0 : Math.max(0, Math.min(newest.created_at, clock.now()) - overlapMs)
}

/** Names the row, whatever the processor's ids look like. */
const rowIdOf = (processor: string, entryId: string): string => `${processor}:${entryId}`

export const findReconciled = (
  store: Pick<Store, 'get'>,
  processor: string,
  { account_id, id }: Pick<ReportEntry, 'account_id' | 'id'>,
): Promise<Row<ReconciledDocument> | null> =>
  store.get<ReconciledDocument>('reconciled_entry', account_id, rowIdOf(processor, id))

async function applyEntry(services: ReconciliationServices, entry: ReportEntry): Promise<void> {
  const { store, processor, clock, log } = services
  const { id: entry_id, account_id, type } = entry
  if ((await findReconciled(store, processor.name, entry)) !== null) return
  const journal = (refusal: string | null): Write => {
    const document: ReconciledDocument = { processor: processor.name, entry, refusal }
    const row = firstRow(account_id, rowIdOf(processor.name, entry_id), document, entry.reported_at)
    return insertOf('reconciled_entry', row)
  }
  /** Another node may be faster. */
  const once = (write: Write) => async () =>
    (await findReconciled(store, processor.name, entry)) === null ? ok([write]) : ok([])
  const applied = await runDecision(services, {
    load: async (): Promise<Result<Awaited<ReturnType<typeof loadState>>, ServiceError>> =>
      ok(await loadState(services, entry)),
    decide: (state, context) => {
      if (state === 'done') return ok({ writes: [], events: [], reply: state })
      if (!state.ok) return state
      const decided = decideEntry(state.value, entry, context)
      if (!decided.ok) return decided
      const { writes, events } = decided.value
      return ok({ writes: [...writes, journal(null)], events, reply: 'applied' as const })
    },
  })
  if (applied.ok) {
    if (applied.value === 'applied') log.info({ entry_id, type, account_id }, 'reconciliation.applied')
    return
  }
  const refusal = applied.error.message
  // Its payment may only be waiting for its own answer.
  const isEarly = clock.now() - entry.reported_at < overlapMs
  if (applied.error.code === 'lock_timeout' || (isEarly && (await waits(services, entry)))) return
  log.error({ entry_id, type, account_id, refusal }, 'reconciliation.not_applied')
  await runDecision(services, {
    load: once(journal(refusal)),
    decide: (writes) => ok({ writes, events: [], reply: null }),
  })
}

async function loadState(services: ReconciliationServices, entry: ReportEntry) {
  const known = await findReconciled(services.store, services.processor.name, entry)
  return known === null ? loadReported(services, entry.account_id, entry) : 'done'
}

/** Whether what it is about is under way still. */
async function waits(services: ReconciliationServices, entry: ReportEntry): Promise<boolean> {
  const reported = await loadReported(services, entry.account_id, entry)
  if (!reported.ok) return false
  const { status } =
    reported.value.type === 'payment'
      ? reported.value.attempt.payment.document
      : reported.value.refund.refund.document
  return status === 'processing' || status === 'pending'
}

/** For whoever waits for one entry: why it was refused, in the words of the API. */
export async function refusalOf(
  { store, processor }: ReconciliationServices,
  entry: ReportEntry,
): Promise<Result<null, ServiceError>> {
  const known = await findReconciled(store, processor.name, entry)
  const refusal = known?.document.refusal ?? null
  return refusal === null ? ok(null) : err(serviceError('state_conflict', refusal, { param: 'id' }))
}
