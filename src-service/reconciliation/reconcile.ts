import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { runDecision } from '../commit.ts'
import type { ReportEntry } from '../processor/report-entry.ts'
import type { Services } from '../services.ts'
import type { Row, Write } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { decideEntry, loadReported, type Reported } from './decide-entry.ts'
import { findJournaled, type JournaledEntry, journalWrite, waitingEntries } from './journal.ts'
import { isPosition, movePosition, readPosition } from './position.ts'

export type ReconciliationServices = Pick<
  Services,
  'store' | 'accounts' | 'clock' | 'newId' | 'processor' | 'log'
>

/**
 * The outcome of an entry in this pass:
 *
 *   new ─┬─▶ applied | refused ─▶ known, which is final
 *        ├─▶ waiting ─▶ every later pass tries it again
 *        └─▶ missed: not even journaled, so the position stays before it
 */
type Outcome = 'known' | 'applied' | 'refused' | 'waiting' | 'missed'

/** Runs one pass: the waiting entries, then everything that was reported since the last pass, each entry once. */
export async function reconcile(
  services: ReconciliationServices,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { store, processor, clock } = services
  /** Payments and refunds with a waiting entry: their later entries wait too. */
  const held = new Set<string>()
  const takeIn = async (entry: ReportEntry): Promise<Outcome> => {
    const outcome = await workOn(services, entry, held.has(subjectOf(entry)))
    if (outcome === 'waiting' || outcome === 'missed') held.add(subjectOf(entry))
    return outcome
  }
  for (const entry of await waitingEntries(store, processor.name)) {
    if (isStopped()) return
    await takeIn(entry)
  }
  const position = await readPosition(store, processor.name)
  let read_to = 0
  let isComplete = true
  for await (const entry of processor.reports(position.since)) {
    if (isStopped()) return
    if ((await takeIn(entry)) === 'missed') isComplete = false
    if (isPosition(entry.reported_at, clock.verified())) read_to = Math.max(read_to, entry.reported_at)
  }
  if (isComplete) await movePosition(store, processor.name, position, { read_to, now: clock.now() })
}

const subjectOf = (entry: ReportEntry): string =>
  `${entry.account_id} ${entry.type === 'refund_returned' ? entry.refund_id : entry.payment_id}`

async function workOn(
  services: ReconciliationServices,
  entry: ReportEntry,
  isHeld: boolean,
): Promise<Outcome> {
  const { log } = services
  const { id: entry_id, type, account_id } = entry
  try {
    return await applyEntry(services, entry, isHeld)
  } catch (error) {
    log.error({ err: error, entry_id, type }, 'reconciliation.failed')
  }
  try {
    return await applyEntry(services, entry, true)
  } catch (error) {
    log.error({ err: error, entry_id, type, account_id }, 'reconciliation.not_journaled')
    return 'missed'
  }
}

/** @param isHeld the entry is only journaled as waiting, unless it is already done */
async function applyEntry(
  services: ReconciliationServices,
  entry: ReportEntry,
  isHeld: boolean,
): Promise<Outcome> {
  const { store, processor, log } = services
  const { id: entry_id, account_id, type } = entry
  const done = await runDecision<State, Done>(services, {
    load: async () => {
      const known = await findJournaled(store, processor.name, entry)
      const reported = isHeld || isDone(known) ? null : await loadReported(services, account_id, entry)
      return ok({ known, reported })
    },
    decide: (state, context) => decideDone(state, { processor: processor.name, entry }, context),
  })
  // The commits kept conflicting with others on the same rows.
  if (!done.ok) return 'missed'
  const { outcome, refusal } = done.value
  if (outcome === 'applied') log.info({ entry_id, type, account_id }, 'reconciliation.applied')
  if (outcome === 'refused') log.error({ entry_id, type, account_id, refusal }, 'reconciliation.not_applied')
  return outcome
}

interface State {
  readonly known: Row<JournaledEntry> | null
  /** Null if there is nothing to decide, or it must not be decided now. */
  readonly reported: Result<Reported, ServiceError> | null
}

interface Done {
  readonly outcome: Exclude<Outcome, 'missed'>
  readonly refusal: string | null
}

const isDone = (known: Row<JournaledEntry> | null): boolean =>
  known !== null && known.document.waiting === undefined

/** Decides the changes of the books together with the entry's row. */
function decideDone(
  { known, reported }: State,
  named: Pick<JournaledEntry, 'processor' | 'entry'>,
  context: DecisionContext,
): DecisionResult<Done> {
  const journal = (more: Pick<JournaledEntry, 'refusal' | 'waiting'>) =>
    journalWrite(known, { ...named, ...more }, context.now)
  const done = (outcome: Done['outcome'], writes: readonly Write[], refusal: string | null = null) =>
    ok({ writes, events: [], reply: { outcome, refusal } })
  const wait = () => done('waiting', known === null ? [journal({ refusal: null, waiting: true })] : [])
  const reject = ({ message }: ServiceError) => done('refused', [journal({ refusal: message })], message)

  if (isDone(known)) return done('known', [])
  if (reported === null) return wait()
  if (!reported.ok) return reject(reported.error)
  const decided = decideEntry(reported.value, named.entry, context)
  // Decided by the same read as the refusal, because the outcome may be written at this moment.
  if (!decided.ok) return isUnderWay(reported.value) ? wait() : reject(decided.error)
  const { writes, events } = decided.value
  const reply = { outcome: 'applied', refusal: null } as const
  return ok({ writes: [...writes, journal({ refusal: null })], events, reply })
}

/** Whether the state that the entry contradicts is not final: an outcome of the processor or of a void is pending. */
function isUnderWay(reported: Reported): boolean {
  const isVoiding =
    reported.type === 'payment' && reported.voids.some(({ document }) => document.awaits === 'processor')
  if (isVoiding) return true
  const { status } =
    reported.type === 'refund' ? reported.refund.refund.document : reported.attempt.payment.document
  return status === 'processing' || status === 'pending'
}

/** Returns why an entry was refused, as an error of the API, for a caller that waits for it. */
export async function refusalOf(
  { store, processor }: ReconciliationServices,
  entry: ReportEntry,
): Promise<Result<null, ServiceError>> {
  const known = await findJournaled(store, processor.name, entry)
  const refusal = known?.document.refusal ?? null
  return refusal === null ? ok(null) : refuse('state_conflict', refusal, { param: 'id' })
}
