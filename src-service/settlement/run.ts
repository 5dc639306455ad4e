import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Transaction } from '../../src-shared/api/schemas/contractor.ts'
import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { type DecisionRun, runDecision } from '../commit.ts'
import { decideSettleLine } from '../contractors/ledger.ts'
import type { Attempt } from '../intents/attempt.ts'
import { loadAttempt } from '../intents/load.ts'
import type { Clearing } from '../processor/follow-up.ts'
import { referenceOf } from '../processor/order-id.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import { loadRefundState, voidsOf } from '../refunds/load.ts'
import type { Services } from '../services.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Condition, Kind, Row } from '../store/store.ts'
import type { DecisionContext } from '../use-case.ts'
import { type Capacity, capacityOf } from './capacity.ts'
import { decideSettleFee } from './decide-settle-fee.ts'
import { decideClearing, decideSettlePayment } from './decide-settle-payment.ts'
import { decideSettleRefund, goesWithPayment } from './decide-settle-refund.ts'
import { inBatches } from './in-batches.ts'
import { stampedLines } from './lines.ts'
import { closeRun, isOpenRun, openRun, openRunOf, type RunWanted } from './open-run.ts'
import { type Payer, payerOf } from './plans.ts'
import type { Stoppable } from './stoppable.ts'
import { sumsOf } from './sums.ts'

export type SettlementServices = Pick<
  Services,
  'store' | 'accounts' | 'clock' | 'newId' | 'processor' | 'log'
> &
  Stoppable

/** Payments settled at a time. Their separate commits share a transaction, and a sale waits for about one batch. */
const batchSize = 8
const batches = ({ isStopped = () => false }: SettlementServices) => ({ size: batchSize, isStopped })

type Done = Result<unknown, ServiceError>

/**
 * Closes an account's day in one currency: settles the rows created before the cut-off and returns the closed
 * settlement. Each row is stamped in its own commit, and a row that is already stamped is skipped. So a run can be
 * killed at any point and continued by any node, even by two at once.
 */
export async function settleAccount(
  services: SettlementServices,
  wanted: RunWanted,
): Promise<Result<Settlement, ServiceError>> {
  const left = await openRunOf(services.store, wanted)
  if (left !== null) {
    const finished = await finishRun(services, left)
    if (!finished.ok) return finished
  }
  const run = await openRun(services, wanted)
  if (!run.ok) return run
  return run.value.document.status === 'closed' ? ok(run.value.document) : finishRun(services, run.value)
}

/**
 * Continues an open run to its end. Rows that would exceed the maximum of an amount are settled by further runs.
 * @returns the settlement of this run, or the error of a further one
 */
export async function finishRun(
  services: SettlementServices,
  row: Row<Settlement>,
): Promise<Result<Settlement, ServiceError>> {
  const capacity = await capacityOf(row.id, stampedLines(services, row))
  const run = { row, capacity }
  const payer = await payerOf(services, row.account_id)
  await settlePayments(services, run, payer)
  await settleRefunds(services, run, 'processing')
  await settleRefunds(services, run, 'succeeded')
  await settleRows<Fee>(services, run, 'fee', unsettled, decideSettleFee)
  await settleRows<Transaction>(services, run, 'transaction', unsettled, decideSettleLine)
  const closed = await closeRun(services, row, () => sumsOf(services, row))
  if (!closed.ok || !capacity.leftSome()) return closed
  const { currency, cutoff_at } = row.document
  const rest = { accountId: row.account_id, currency, day: null, cutoff: Date.parse(cutoff_at) }
  const settled = await settleAccount(services, rest)
  return settled.ok ? closed : settled
}

/** A run that is being finished. */
interface Run {
  readonly row: Row<Settlement>
  readonly capacity: Capacity
}

export const unsettled: readonly Condition[] = [{ column: 'settlement_status', is: '=', value: 'unsettled' }]
/** Unsettled and not external: external payments are settled by their gateway's records. */
export const own = (status: string): readonly Condition[] => [
  ...unsettled,
  { column: 'external', is: '=', value: 0 },
  { column: 'status', is: '=', value: status },
]

async function* within<Document extends { readonly currency: string }>(
  { store }: SettlementServices,
  run: Run,
  kind: Kind,
  where: readonly Condition[],
): AsyncGenerator<Row<Document>> {
  const after = { created_at: Date.parse(run.row.document.cutoff_at), id: '' }
  for await (const row of rowsOf<Document>(store, kind, { account_id: run.row.account_id, where, after })) {
    if (row.document.currency === run.row.document.currency) yield row
  }
}

async function settlePayments(services: SettlementServices, run: Run, payer: Payer): Promise<void> {
  const { store } = services
  const command = { settlementId: run.row.id, payer }
  const load = (row: Row<Payment>) => loadAttempt(store, row.account_id, row.id)

  await inBatches(
    within<Payment>(services, run, 'payment', own('pending')),
    batches(services),
    async (row) => {
      const clearing = await askClearing(services, row.document)
      const decide = (attempt: Attempt, context: DecisionContext) =>
        decideClearing(attempt, clearing, command, context)
      await settleOne(services, row, () => stampIn(services, run, { load: () => load(row), decide }))
    },
  )
  await inBatches(within<Payment>(services, run, 'payment', own('captured')), batches(services), (row) =>
    settleOne(services, row, () =>
      stampIn(services, run, {
        load: async () => {
          const attempt = await load(row)
          return attempt.ok
            ? ok({ attempt: attempt.value, voids: await voidsOf(store, attempt.value.payment) })
            : attempt
        },
        decide: ({ attempt, voids }, context) => decideSettlePayment(attempt, { ...command, voids }, context),
      }),
    ),
  )
}

const settleRefunds = (services: SettlementServices, run: Run, status: string): Promise<void> =>
  inBatches(within<RefundDocument>(services, run, 'refund', own(status)), batches(services), (row) =>
    settleOne(services, row, () =>
      stampIn(services, run, {
        load: () => loadRefundState(services.store, row.account_id, row.id),
        decide: ({ refund, attempt }, context) =>
          goesWithPayment(refund.document, attempt.payment.document)
            ? ok({ writes: [], events: [], reply: null })
            : decideSettleRefund(refund, run.row.id, context),
      }),
    ),
  )

async function settleRows<Document extends Fee | Transaction>(
  services: SettlementServices,
  run: Run,
  kind: 'fee' | 'transaction',
  where: readonly Condition[],
  decide: (
    row: Row<Document>,
    settlementId: string,
    context: DecisionContext,
  ) => ReturnType<typeof decideSettleFee>,
): Promise<void> {
  await inBatches(within<Document>(services, run, kind, where), batches(services), (row) => {
    const load = async () => {
      const found = await services.store.get<Document>(kind, row.account_id, row.id)
      if (found === null) throw new Error(`${kind} ${row.id} is gone`)
      return ok(found)
    }
    return settleOne(services, row, () =>
      stampIn(services, run, { load, decide: (found, context) => decide(found, run.row.id, context) }),
    )
  })
}

/** Stamps one row if the run is still open and the sums allow it. A row that is not stamped is left for the next run. */
const stampIn = <State>(
  services: SettlementServices,
  { row, capacity }: Run,
  { load, decide }: DecisionRun<State, unknown>,
): Promise<Done> => {
  const place = capacity.place()
  const left = ok({ writes: [], events: [], reply: null })
  return runDecision<State | null, unknown>(services, {
    load: async () => ((await isOpenRun(services.store, row)) ? load() : ok(null)),
    decide: (state, context) => {
      if (state === null) return left
      const decided = decide(state, context)
      return !decided.ok || place.take(decided.value.writes) ? decided : left
    },
  })
}

async function askClearing({ processor, log }: SettlementServices, payment: Payment): Promise<Clearing> {
  try {
    return await processor.clear(referenceOf(payment))
  } catch (error) {
    log.warn({ err: error, payment_id: payment.id }, 'settlement.clearing_unanswered')
    return { outcome: 'unknown' }
  }
}

/**
 * Settles one row. A row that cannot be settled is left for the next run, and neither a refusal nor an exception stops
 * the other rows: a run that never ended would block all later runs of the account.
 */
async function settleOne({ log }: SettlementServices, { id }: Row, work: () => Promise<Done>): Promise<void> {
  try {
    const done = await work()
    if (!done.ok) log.warn({ id, code: done.error.code }, 'settlement.row_skipped')
  } catch (error) {
    log.error({ err: error, id }, 'settlement.row_skipped')
  }
}
