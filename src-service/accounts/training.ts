import { type Currency, defaultCurrency } from '../../src-shared/currency.ts'
import type { IdSource } from '../../src-shared/ids.ts'
import type { ShopContact } from '../../src-shared/receipt/shop-contact.ts'
import type { AccessLevel } from '../caller.ts'
import { hashOfSecret } from '../secrets/secret-hash.ts'
import type { ProcessingPlanDocument } from '../settlement/plans.ts'
import { firstRow, noAccount } from '../store/row-writes.ts'
import type { Store, Write } from '../store/store.ts'
import { currencyOf } from './currency.ts'
import { createAccountDirectory } from './directory.ts'
import type {
  AccountDocument,
  AccountRow,
  ApiKeyDocument,
  BusinessDocument,
  MerchantDetails,
  TenantDocument,
} from './documents.ts'

/** The part of the ready line about the training merchant of --sandbox. */
export interface TrainingMerchant {
  readonly tenant_id: string
  readonly account_id: string
  readonly business_id: string
  readonly merchant_id: string
  readonly merchant_name: string
  /** As printed on its receipts. */
  readonly merchant_contact: ShopContact
  readonly currency: Currency
}

/** A merchant id in the form that acquirers use. The next start finds the merchant by it. */
export const trainingMerchantId = '800000001234'

const details = {
  dba: 'Training Store',
  address1: '1 Main Street',
  address2: 'Springfield, IL 62701',
  phone: '(555) 010-0100',
} as const

const canadianDetails = {
  ...details,
  address1: '1, rue Principale',
  address2: 'Granby QC J2G 2T6',
} as const

/** What a small shop pays: 2.9 % and 10 cents by card, 0.8 % (at most $5) and 30 cents by bank. */
const trainingPlan = (tenantId: string): ProcessingPlanDocument => ({
  tenant_id: tenantId,
  name: 'Training',
  auth_fee: 10,
  card_fee_bps: 290,
  ach_per_transaction_fee: 30,
  ach_fee_bps: 80,
  ach_bps_fee_max: 500,
  chargeback_fee: 1500,
  reversal_fee: 500,
  return_fee: 400,
})

/**
 * Finds the training merchant, or makes it at the first start.
 * @param now ms
 * @param currency absent: the merchant's own, US dollars at the first start. @throws if the merchant has another one
 */
export async function seedTrainingMerchant(
  store: Store,
  newId: IdSource,
  now: number,
  currency?: Currency,
): Promise<TrainingMerchant> {
  const existing = await createAccountDirectory(store, () => 0).accountOfMerchant(trainingMerchantId)
  if (existing !== null) return merchantIn(currency, existing)
  const [tenantId, businessId, accountId] = [newId('tenant'), newId('business'), newId('account')]
  const business: BusinessDocument = { tenant_id: tenantId, name: details.dba }
  const planId = newId('processing_plan')
  const account: AccountDocument = {
    tenant_id: tenantId,
    partner_id: null,
    business_id: businessId,
    merchant_id: trainingMerchantId,
    name: details.dba,
    status: 'boarded',
    processing_plan_id: planId,
    currency: currency ?? defaultCurrency,
    merchant: {
      ...(currency === 'CAD' ? canadianDetails : details),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  }
  const tenant: TenantDocument = { name: 'Training' }
  const accountInsert = insert('account', accountId, now, account)
  const committed = await store.commit({
    writes: [
      insert('tenant', tenantId, now, tenant),
      insert('business', businessId, now, business),
      insert('processing_plan', planId, now, trainingPlan(tenantId)),
      accountInsert,
    ],
  })
  if (committed.ok) return merchantOf(accountInsert.row)
  // Another node that started at the same moment was faster: the merchant id is unique.
  const theirs = await createAccountDirectory(store, () => 0).accountOfMerchant(trainingMerchantId)
  if (theirs === null) throw new Error('the training merchant could not be made')
  return merchantIn(currency, theirs)
}

/** Returns the merchant of this data folder, whose currency does not change. */
function merchantIn(currency: Currency | undefined, row: AccountRow): TrainingMerchant {
  const merchant = merchantOf(row)
  if (currency === undefined || merchant.currency === currency) return merchant
  throw new Error(
    `this data is of a training merchant in ${merchant.currency}, not in ${currency}. Start it without --currency, or give another --data (and DATABASE_URL)`,
  )
}

/** Writes a key's hash unless it is there already. */
export async function seedKey(
  store: Store,
  newId: IdSource,
  now: number,
  given: { readonly key: string; readonly level: AccessLevel; readonly tenantId: string },
): Promise<void> {
  const hash = hashOfSecret(given.key)
  const where = [{ column: 'hash', is: '=', value: hash }] as const
  if ((await store.list('api_key', { where, limit: 1 })).length > 0) return
  const document = keyDocument(given.key, given.level, given.tenantId, 'Training')
  const committed = await store.commit({ writes: [insert('api_key', newId('api_key'), now, document)] })
  const made = committed.ok || (await store.list('api_key', { where, limit: 1 })).length > 0
  if (!made) throw new Error('the training keys could not be made')
}

export async function isRevoked(store: Store, key: string): Promise<boolean> {
  const where = [{ column: 'hash', is: '=', value: hashOfSecret(key) }] as const
  const [row] = await store.list<ApiKeyDocument>('api_key', { where, limit: 1 })
  return row !== undefined && row.document.revoked_at !== null
}

/** A key that reaches the whole tenant. */
export const keyDocument = (
  key: string,
  level: AccessLevel,
  tenantId: string,
  name: string,
): ApiKeyDocument => ({
  tenant_id: tenantId,
  level,
  name,
  hash: hashOfSecret(key),
  hint: key.slice(-4),
  partner_id: null,
  business_id: null,
  account_id: null,
  revoked_at: null,
})

const insert = <Document>(kind: Write['kind'], id: string, now: number, document: Document) => ({
  op: 'insert' as const,
  kind,
  row: firstRow(noAccount, id, document, now),
})

const contactOf = ({ address1, address2, phone }: MerchantDetails): ShopContact => ({
  address1,
  address2,
  phone,
})

const merchantOf = ({ id, document }: AccountRow): TrainingMerchant => ({
  tenant_id: document.tenant_id,
  account_id: id,
  business_id: document.business_id,
  merchant_id: document.merchant_id,
  merchant_name: document.name,
  merchant_contact: contactOf(document.merchant),
  currency: currencyOf(document),
})
