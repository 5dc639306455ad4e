import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Cents } from '../../src-shared/money.ts'
import type { AccountDirectory } from '../accounts/directory.ts'
import type { AccountDocument } from '../accounts/documents.ts'
import type { Store } from '../store/store.ts'

/** The rates of a fee in section 2.8, in cents and basis points (1/100 of a percent). */
export interface Rates {
  readonly auth_fee: Cents
  readonly card_fee_bps: number
  readonly ach_per_transaction_fee: Cents
  readonly ach_fee_bps: number
  /** Maximum amount of the ach_fee_bps part; null: no limit. */
  readonly ach_bps_fee_max: Cents | null
}

/** What an account pays. The last three fields are our own, in cents per event. */
export interface ProcessingPlanDocument extends Rates {
  readonly tenant_id: string
  /** The only partner whose accounts may use the plan; null or absent: all accounts of the tenant. */
  readonly partner_id?: string | null
  readonly name: string
  readonly chargeback_fee: Cents
  readonly reversal_fee: Cents
  readonly return_fee: Cents
}

/** The account that pays, and its plan; null for an account that pays no fees. */
export interface Payer {
  readonly account: AccountDocument
  readonly plan: ProcessingPlanDocument | null
}

export async function payerOf(
  services: { readonly store: Pick<Store, 'find'>; readonly accounts: AccountDirectory },
  accountId: string,
): Promise<Payer> {
  const account = await services.accounts.account(accountId)
  if (account === null) throw new Error(`there is no account ${accountId}`)
  const planId = account.document.processing_plan_id ?? null
  const plan =
    planId === null ? null : await services.store.find<ProcessingPlanDocument>('processing_plan', planId)
  return { account: account.document, plan: plan?.document ?? null }
}

/** The amount of a processing fee, and the rates it was computed from. */
export type ProcessingFee = Pick<Fee, 'amount'> & Partial<Fee>

/** Section 2.8: for cards auth_fee and card_fee_bps of the captured amount, for banks the ach rates. Rounds half up. */
export function processingFee(payment: Payment, plan: Rates): ProcessingFee {
  const { amount_captured: captured } = payment
  if (payment.payment_rail_type === 'card') {
    const { auth_fee, card_fee_bps } = plan
    const card_type = payment.payment_method?.card?.brand.toLowerCase() ?? null
    return { amount: auth_fee + shareOf(captured, card_fee_bps), auth_fee, card_fee_bps, card_type }
  }
  const { ach_per_transaction_fee, ach_fee_bps, ach_bps_fee_max } = plan
  const share = Math.min(shareOf(captured, ach_fee_bps), ach_bps_fee_max ?? Number.MAX_SAFE_INTEGER)
  return {
    amount: ach_per_transaction_fee + share,
    ach_per_transaction_fee,
    ach_fee_bps,
    ach_bps_fee_max,
    ach_service_type: 'standard',
  }
}

/** Computed with BigInt: the largest amount times its basis points exceeds the exact integers of a double. */
const shareOf = (amount: Cents, basisPoints: number): Cents =>
  Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n)
