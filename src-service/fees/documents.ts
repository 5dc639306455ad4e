import type { Fee } from '../../src-shared/api/schemas/fee.ts'

/** The source of a fee (section 2.8): made manually, a refund of a fee, or booked for a payment. */
export const feeSources = { adHoc: 'adjustment', refund: 'fee', payment: 'payment' } as const

/** The fields that every fee must have: its amount in cents, who pays whom, and what it is for. */
export type FeeBasis = Pick<
  Fee,
  | 'id'
  | 'created_at'
  | 'currency'
  | 'fee_type'
  | 'amount'
  | 'from_owner_id'
  | 'from_owner_type'
  | 'to_owner_id'
  | 'to_owner_type'
  | 'source_type'
  | 'source_account_id'
>

const noUserFields: Fee['user_fields'] = Object.freeze({})

const feeDefaults: Omit<Fee, keyof FeeBasis | 'updated_at'> = {
  entity: 'fee',
  settled_at: null,
  fee_sub_type: null,
  description: null,
  source_id: null,
  amount_refunded: 0,
  auth_fee: null,
  card_fee_bps: null,
  ach_per_transaction_fee: null,
  ach_fee_bps: null,
  ach_bps_fee_max: null,
  ach_service_type: null,
  card_type: null,
  settlement_id: null,
  settlement_status: 'unsettled',
  monthly_fee_date: null,
  reference_id: null,
  user_fields: noUserFields,
  is_refund: false,
}

/**
 * Returns a new fee with every field of section 2.8. A processing fee names its payment: `source_type` is
 * feeSources.payment and `source_id` the payment's id; auth_fee (cents) and card_fee_bps are its rates.
 */
export const newFee = (basis: FeeBasis, given: Partial<Omit<Fee, keyof FeeBasis>>): Fee => ({
  ...feeDefaults,
  ...given,
  ...basis,
  updated_at: basis.created_at,
})

/** Returns who earns an account's fees: its partner, or the tenant if there is none. */
export const feeEarner = (account: {
  readonly partner_id: string | null
  readonly tenant_id: string
}): Pick<Fee, 'to_owner_id' | 'to_owner_type'> =>
  account.partner_id === null
    ? { to_owner_id: account.tenant_id, to_owner_type: 'tenant' }
    : { to_owner_id: account.partner_id, to_owner_type: 'partner' }
