import type { Business, CreateBusinessBody } from '../../src-shared/api/schemas/business.ts'
import { ok } from '../../src-shared/result.ts'
import type { BusinessDocument, BusinessRow } from '../accounts/documents.ts'
import type { Caller } from '../caller.ts'
import { firstRow, insertOf, noAccount } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'

export const businessOf = ({ id, created_at, updated_at, document }: BusinessRow): Business => ({
  id,
  entity: 'business',
  name: document.name,
  partner_id: document.partner_id ?? null,
  contact_email: document.contact_email ?? null,
  contact_phone_number: document.contact_phone_number ?? null,
  contact_phone_extension: document.contact_phone_extension ?? null,
  contact_first_name: document.contact_first_name ?? null,
  contact_last_name: document.contact_last_name ?? null,
  created_at: isoTime(created_at),
  updated_at: isoTime(updated_at),
})

/** Creates a business. It belongs to the partner that creates it; one that the tenant creates has no partner. */
export function decideCreateBusiness(
  { tenantId, bounds }: Pick<Caller, 'tenantId' | 'bounds'>,
  body: CreateBusinessBody,
  { now, newId }: DecisionContext,
): DecisionResult<Business> {
  const document: BusinessDocument = {
    tenant_id: tenantId,
    partner_id: bounds?.partner_id ?? null,
    name: body.name,
    contact_email: body.contact_email ?? null,
    contact_phone_number: body.contact_phone_number ?? null,
    contact_phone_extension: body.contact_phone_extension ?? null,
    contact_first_name: body.contact_first_name ?? null,
    contact_last_name: body.contact_last_name ?? null,
  }
  const row = firstRow(noAccount, newId('business'), document, now)
  return ok({ writes: [insertOf('business', row)], events: [], reply: businessOf(row) })
}
