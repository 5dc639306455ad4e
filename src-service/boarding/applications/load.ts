import { refuse, type ServiceError } from '../../../src-shared/api/errors.ts'
import { ok, type Result } from '../../../src-shared/result.ts'
import { isOfOwnPartner, seesBusiness } from '../../accounts/business-reach.ts'
import { reachOfCaller } from '../../accounts/reach.ts'
import type { Caller } from '../../caller.ts'
import type { ReadingServices } from '../../services.ts'
import type { Row } from '../../store/store.ts'
import type { ApplicationDocument } from './documents.ts'

/** Loads an application if the caller reaches its business. A key of one account reaches only that account's own. */
export async function loadApplication(
  { store, accounts }: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<Row<ApplicationDocument>, ServiceError>> {
  const row = await store.get<ApplicationDocument>('application', caller.tenantId, id)
  const key = reachOfCaller(caller)
  const seen =
    row !== null &&
    key !== null &&
    (key.account_id === null || key.account_id === row.document.account_id) &&
    isOfOwnPartner(key, row.document) &&
    (await seesBusiness(accounts, key, row.document.business_id))
  if (seen) return ok(row)
  const message = `There is no application ${id} that this key can access.`
  return refuse('resource_missing', message, { param: 'id' })
}
