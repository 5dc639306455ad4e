import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { sandboxOperations } from '../../src-shared/api/operations/sandbox.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { isInReach } from '../accounts/accounts-in-reach.ts'
import type { Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import type { HandlersOf } from '../http/handler.ts'
import { loadPayment } from '../intents/load.ts'
import { referenceOf } from '../processor/order-id.ts'
import type { ReportEntry, ReportedEvent } from '../processor/report-entry.ts'
import { decideEntry, loadReported } from '../reconciliation/decide-entry.ts'
import { reconcile, refusalOf } from '../reconciliation/reconcile.ts'
import { publicRefund } from '../refunds/documents.ts'
import { loadRefund, loadRefundState } from '../refunds/load.ts'
import { refundReferenceOf } from '../refunds/request-refund.ts'
import type { Services } from '../services.ts'
import { refuseReturn } from '../settlement/decide-return-refund.ts'
import { newSettlementRecord } from '../settlement/documents.ts'
import { matchRecord } from '../settlement/match.ts'
import { insertOf } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import { createSettlementClosing, type SettlementClosing } from './close-settlement.ts'

type Names = Extract<
  keyof typeof sandboxOperations,
  `sandbox.${'settlements' | 'settlement_records' | 'payments' | 'refunds'}.${string}`
>

/** Simulates on request what banks and gateways do after a payment. */
export function createMoneyOperations(
  services: Services,
  closing: Pick<SettlementClosing, 'close'> = createSettlementClosing(services),
): HandlersOf<Names> {
  const { store, clock } = services
  const reportPayment = async (
    accountId: string,
    event: Exclude<ReportedEvent, { type: 'refund_returned' }>,
  ) => {
    const reported = await report(services, accountId, event)
    if (!reported.ok) return reported
    const payment = await loadPayment(store, accountId, event.payment_id)
    return payment.ok ? ok(payment.value.document) : payment
  }
  return {
    'sandbox.settlements.close': async ({ caller, body: { account_id: accountId } }) => {
      const own = await ownAccount(services, caller, accountId)
      if (!own.ok) return own
      return closing.close(accountId)
    },

    'sandbox.settlement_records.create': async ({ caller, body }) => {
      const { account_id, type, retrieval_reference, created_at, amount } = body
      const own = await ownAccount(services, caller, account_id)
      if (!own.ok) return own
      const record = newSettlementRecord(
        {
          id: services.newId('settlement_record'),
          account_id,
          type,
          retrieval_reference,
          gateway_created_at: isoTime(Date.parse(created_at)),
          amount,
        },
        clock.now(),
      )
      const kept = await runDecision(services, {
        load: async () => ok(record),
        decide: (row) => ok({ writes: [insertOf('settlement_record', row)], events: [], reply: row }),
      })
      return kept.ok ? matchRecord(services, kept.value) : kept
    },

    'sandbox.payments.dispute': ({ caller: { accountId }, params, body: { amount, inquiry, respond_by } }) =>
      reportPayment(accountId, {
        type: 'dispute',
        payment_id: params.id,
        amount: amount ?? null,
        inquiry: inquiry ?? false,
        respond_by: respond_by ?? null,
      }),

    'sandbox.payments.close_dispute': ({ caller: { accountId }, params, body: { outcome } }) =>
      reportPayment(accountId, { type: 'dispute_closed', payment_id: params.id, outcome }),

    'sandbox.payments.reverse': ({ caller: { accountId }, params, body }) =>
      reportPayment(accountId, {
        type: 'reversal',
        payment_id: params.id,
        amount: body.amount ?? null,
        expected: body.expected ?? false,
        return_code: body.return_code ?? null,
      }),

    'sandbox.refunds.return': async ({ caller: { accountId }, params }) => {
      const found = await loadRefundState(store, accountId, params.id)
      if (!found.ok) return found
      const refusal = refuseReturn(found.value.refund.document)
      if (refusal !== null) return err(refusal)
      // The bank acts first. If a crash follows, a repeated request changes nothing there.
      await services.processor.returnRefund?.(
        referenceOf(found.value.attempt.payment.document),
        refundReferenceOf(found.value.refund.document),
      )
      const reported = await report(services, accountId, { type: 'refund_returned', refund_id: params.id })
      if (!reported.ok) return reported
      const refund = await loadRefund(store, accountId, params.id)
      return refund.ok ? ok(publicRefund(refund.value.document)) : refund
    },
  }
}

/** Makes the sandbox's bank report the event and reconciles at once. An event that the books refuse is not reported. */
async function report(
  services: Services,
  accountId: string,
  event: ReportedEvent,
): Promise<Result<null, ServiceError>> {
  const { processor, clock, newId, log } = services
  const reported = await loadReported(services, accountId, event)
  if (!reported.ok) return reported
  const context = { now: clock.now(), verified: clock.verified(), dated: clock.dated, newId }
  const foreseen = decideEntry(reported.value, event, context)
  if (!foreseen.ok) return foreseen
  if (processor.addReport === undefined) {
    const message = `The processor ${processor.name} is not a sandbox bank, so its reports cannot be simulated.`
    return refuse('state_conflict', message)
  }
  const entry: ReportEntry = {
    ...event,
    id: newId('event'),
    account_id: accountId,
    // The position of reconciliation goes by verified time too: an entry of a wrong clock would be before it.
    reported_at: clock.verified(),
  }
  await processor.addReport(entry)
  try {
    await reconcile(services)
  } catch (error) {
    // For example, the clock was moved during the request. The bank's books have the entry, and the next pass reads it.
    log.warn({ err: error, entry_id: entry.id }, 'reconciliation.pass_failed')
    const message =
      "The bank has reported it, but the service could not read all of the bank's reports. It reads them again within minutes. Fetch the resource before you send the request again."
    return refuse('lock_timeout', message, { retryAfter: 1 })
  }
  return refusalOf(services, entry)
}

async function ownAccount(
  services: Services,
  caller: Caller,
  accountId: string,
): Promise<Result<void, ServiceError>> {
  if (await isInReach(services, caller, accountId)) return ok(undefined)
  const message = `There is no account ${accountId} that this key can access. Check account_id.`
  return refuse('resource_missing', message, { param: 'account_id' })
}
