import { createHash } from 'node:crypto'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Currency } from '../../src-shared/currency.ts'
import type { Cents } from '../../src-shared/money.ts'
import { firstRow, insertOf } from '../store/row-writes.ts'
import type { Row, Store, Write } from '../store/store.ts'

/**
 * A report of a gateway: the reference and time of its operation, and the payment or refund here. Its id is derived
 * from reference and time, so that the same report cannot be accepted twice, even concurrently. Settlement records find
 * their payment or refund by it.
 */
export interface GatewayReport {
  readonly type: 'payment' | 'refund'
  readonly retrieval_reference: string
  /** The gateway's own time: ISO 8601 in UTC with milliseconds. */
  readonly gateway_created_at: string
  readonly amount: Cents
  readonly payment_intent_id: string
  readonly payment_id: string
  /** Null for a payment. */
  readonly refund_id: string | null
}

export interface ReportState {
  readonly accountId: string
  readonly businessId: string | null
  readonly partnerId: string | null
  /** The currency of the account. */
  readonly currency: Currency
  /** A random text. The client secret consists of the intent's id and this text. */
  readonly secret: string
  /** The intent that the same report has already made. */
  readonly known: { readonly report: GatewayReport; readonly intent: PaymentIntent } | null
}

export type ReportKey = Pick<GatewayReport, 'type' | 'retrieval_reference' | 'gateway_created_at'>

/** Returns the time in UTC, so that it is the same text whatever offset it was sent with. */
export const utc = (time: string): string => new Date(time).toISOString()

export function reportId(accountId: string, key: ReportKey): string {
  const { type, retrieval_reference, gateway_created_at } = key
  const text = JSON.stringify([accountId, type, retrieval_reference, gateway_created_at])
  return `gwr_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
}

export const findReport = (
  store: Pick<Store, 'get'>,
  accountId: string,
  key: ReportKey,
): Promise<Row<GatewayReport> | null> => store.get('gateway_report', accountId, reportId(accountId, key))

export const insertReport = (accountId: string, report: GatewayReport, now: number): Write =>
  insertOf('gateway_report', firstRow(accountId, reportId(accountId, report), report, now))
