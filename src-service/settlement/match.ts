import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Settlement, SettlementRecord } from '../../src-shared/api/schemas/settlement.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { runDecision } from '../commit.ts'
import { sharesIn } from '../contractors/ledger.ts'
import { findReport } from '../external/reports.ts'
import type { Attempt } from '../intents/attempt.ts'
import { loadAttempt } from '../intents/load.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import { loadRefund } from '../refunds/load.ts'
import type { Services } from '../services.ts'
import { changed, insertOf, updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { Decided, DecisionContext, DecisionResult } from '../use-case.ts'
import { decideSettlePayment } from './decide-settle-payment.ts'
import { decideSettleRefund } from './decide-settle-refund.ts'
import { newSettlement } from './documents.ts'
import { endIfStopped, type Stoppable } from './stoppable.ts'

type MatchServices = Pick<Services, 'store' | 'clock' | 'newId'>

/** The external payment or refund that was reported with the record's reference and time; null if there is none. */
type Partner =
  | { readonly type: 'payment'; readonly attempt: Attempt }
  | { readonly type: 'refund'; readonly refund: Row<RefundDocument> }

/**
 * Looks again for the partner of every unmatched record: a payment may be reported after its record was imported.
 * A record that fails does not stop the others.
 * @throws when the service stops; the next start processes the remaining records.
 */
export async function matchRecords(
  services: MatchServices & Pick<Services, 'log'> & Stoppable,
  accountId: string,
): Promise<void> {
  const where = [{ column: 'status', is: '=', value: 'unmatched' }] as const
  const records = rowsOf<SettlementRecord>(services.store, 'settlement_record', {
    account_id: accountId,
    where,
  })
  for await (const record of records) {
    endIfStopped(services)
    try {
      await matchRecord(services, record)
    } catch (error) {
      services.log.error({ err: error, id: record.id }, 'settlement.match_failed')
    }
  }
}

/**
 * Settles the external payment or refund that a gateway's record is about, if it exists, is unsettled and has the same
 * amount. It gets its own settlement, because its gateway pays it out and not one of our settlements.
 */
export const matchRecord = (
  services: MatchServices,
  { account_id, id }: Row<SettlementRecord>,
): Promise<Result<SettlementRecord, ServiceError>> =>
  runDecision(services, {
    load: async () => {
      const record = await services.store.get<SettlementRecord>('settlement_record', account_id, id)
      if (record === null) throw new Error(`settlement record ${id} is gone`)
      return ok({ record, partner: await partnerOf(services, record) })
    },
    decide: ({ record, partner }, context) => decideMatch(record, partner, context),
  })

async function partnerOf(
  { store }: MatchServices,
  { account_id, document }: Row<SettlementRecord>,
): Promise<Partner | null> {
  const report = await findReport(store, account_id, document)
  if (report === null) return null
  const { payment_id, refund_id } = report.document
  if (refund_id !== null) {
    const refund = await loadRefund(store, account_id, refund_id)
    return refund.ok ? { type: 'refund', refund: refund.value } : null
  }
  const attempt = await loadAttempt(store, account_id, payment_id)
  return attempt.ok ? { type: 'payment', attempt: attempt.value } : null
}

function decideMatch(
  record: Row<SettlementRecord>,
  partner: Partner | null,
  context: DecisionContext,
): DecisionResult<SettlementRecord> {
  const none = ok({ writes: [], events: [], reply: record.document })
  if (record.document.status === 'matched' || partner === null) return none
  const { now, newId } = context
  const settlement_id = newId('settlement')
  const settled = settlePartner(partner, record.document, settlement_id, context)
  if (settled === null) return none
  const found =
    partner.type === 'payment'
      ? { payment_id: partner.attempt.payment.id }
      : { refund_id: partner.refund.id, payment_id: partner.refund.document.payment_id }
  const next = changed(record, { status: 'matched', settlement_id, ...found }, now)
  const currency = currencyOfPartner(partner)
  const own = gatewaySettlement(record.document, { id: settlement_id, currency }, settled, now)
  return ok({
    writes: [...settled.writes, updateOf('settlement_record', next), insertOf('settlement', own)],
    events: [
      ...settled.events,
      { account_id: record.account_id, type: 'v2.settlement.closed', object: own.document },
    ],
    reply: next.document,
  })
}

/** @returns null if the amount differs or the partner is already settled: then the record stays unmatched. */
function settlePartner(
  partner: Partner,
  { amount }: SettlementRecord,
  settlementId: string,
  context: DecisionContext,
): Decided<unknown> | null {
  if (partner.type === 'payment') {
    const { amount_captured, external } = partner.attempt.payment.document
    if (!external || amount_captured !== amount) return null
    const settled = decideSettlePayment(partner.attempt, { settlementId, payer: null, voids: [] }, context)
    return settled.ok && settled.value.writes.length > 0 ? settled.value : null
  }
  if (!partner.refund.document.external || partner.refund.document.amount !== amount) return null
  const settled = decideSettleRefund(partner.refund, settlementId, context)
  return settled.ok && settled.value.writes.length > 0 ? settled.value : null
}

const currencyOfPartner = (partner: Partner): string =>
  (partner.type === 'payment' ? partner.attempt.payment : partner.refund).document.currency

function gatewaySettlement(
  record: SettlementRecord,
  settlement: Pick<Settlement, 'id' | 'currency'>,
  { writes }: Pick<Decided<unknown>, 'writes'>,
  now: number,
): Row<Settlement> {
  const { account_id, amount } = record
  const isPayment = record.type === 'payment'
  return newSettlement(
    { ...settlement, account_id, status: 'closed', source: 'gateway' },
    {
      payment_count: isPayment ? 1 : 0,
      refund_count: isPayment ? 0 : 1,
      amount_captured: isPayment ? amount : 0,
      amount_refunded: isPayment ? 0 : amount,
      amount_splits: sharesIn(writes),
      closed_at: isoTime(now),
    },
    { now },
  )
}
