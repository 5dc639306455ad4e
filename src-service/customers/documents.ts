import type {
  CreateCustomerBody,
  Customer,
  CustomerAccount,
  UpdateCustomerBody,
} from '../../src-shared/api/schemas/customer.ts'

/** Makes resources with every field of section 2.9. An absent field is null or has its default. */

type CustomerBasis = Pick<Customer, 'id' | 'business_id' | 'primary_account_id' | 'created_at'>

export const newCustomer = (basis: CustomerBasis, body: CreateCustomerBody): Customer => ({
  id: basis.id,
  entity: 'customer',
  business_id: basis.business_id,
  primary_account_id: basis.primary_account_id,
  name: body.name ?? null,
  email: body.email ?? null,
  phone: body.phone ?? null,
  description: body.description ?? null,
  address: body.address ?? null,
  shipping_address: body.shipping_address ?? null,
  default_payment_method: null,
  tax_exempt: body.tax_exempt ?? 'none',
  cau_enrolled: body.cau_enrolled ?? false,
  locale: body.locale ?? null,
  user_fields: body.user_fields ?? {},
  created_at: basis.created_at,
  updated_at: basis.created_at,
})

const writable = [
  'name',
  'email',
  'phone',
  'description',
  'address',
  'shipping_address',
  'default_payment_method',
  'tax_exempt',
  'cau_enrolled',
  'locale',
  'user_fields',
] as const satisfies readonly (keyof UpdateCustomerBody)[]

/** Returns the fields of the request as fields of the document. */
export const givenCustomerFields = (body: UpdateCustomerBody): Partial<Customer> =>
  Object.fromEntries(writable.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))

type LinkBasis = Pick<
  CustomerAccount,
  'id' | 'customer_id' | 'account_id' | 'business_id' | 'partner_id' | 'attached_by' | 'created_at'
>

export const newLink = (basis: LinkBasis): CustomerAccount => ({
  id: basis.id,
  entity: 'customer_account',
  customer_id: basis.customer_id,
  account_id: basis.account_id,
  business_id: basis.business_id,
  partner_id: basis.partner_id,
  attached_by: basis.attached_by,
  detached_by: null,
  detached_at: null,
  created_at: basis.created_at,
  updated_at: basis.created_at,
})
