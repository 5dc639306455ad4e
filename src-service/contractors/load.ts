import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Contractor } from '../../src-shared/api/schemas/contractor.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { reachesWholeBusiness, seesBusiness } from '../accounts/business-reach.ts'
import { reachOfCaller } from '../accounts/reach.ts'
import type { Caller } from '../caller.ts'
import type { ReadingServices } from '../services.ts'
import type { ContractorApplicationDocument, ContractorApplicationRow, ContractorRow } from './documents.ts'

/** x-business-id narrows the key's reach further. */
export async function callerSees(
  { accounts }: ReadingServices,
  caller: Caller,
  businessId: string,
): Promise<boolean> {
  const key = reachOfCaller(caller)
  const isNamed = caller.businessId === undefined || caller.businessId === businessId
  return key !== null && isNamed && (await seesBusiness(accounts, key, businessId))
}

export async function loadContractor(
  services: ReadingServices,
  caller: Caller,
  id: string,
  param = 'id',
): Promise<Result<ContractorRow, ServiceError>> {
  const row = await services.store.get<Contractor>('contractor', caller.tenantId, id)
  if (row !== null && (await callerSees(services, caller, row.document.business_id))) return ok(row)
  return err(noContractor(id, param))
}

/** The key must reach the whole business, because a change affects the splits of all of its accounts. */
export async function loadContractorToChange(
  services: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<ContractorRow, ServiceError>> {
  const key = reachOfCaller(caller)
  const row = await loadContractor(services, caller, id)
  if (!row.ok) return row
  const { business_id } = row.value.document
  const isWhole = key !== null && (await reachesWholeBusiness(services.accounts, key, business_id))
  return isWhole ? row : err(noContractor(id, 'id'))
}

const noContractor = (id: string, param: string): ServiceError =>
  serviceError('resource_missing', `There is no contractor ${id} that this key can access.`, { param })

export async function loadApplication(
  services: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<ContractorApplicationRow, ServiceError>> {
  const { store } = services
  const row = await store.get<ContractorApplicationDocument>('contractor_application', caller.tenantId, id)
  if (row !== null && (await callerSees(services, caller, row.document.business_id))) return ok(row)
  const message = `There is no contractor application ${id} that this key can access.`
  return refuse('resource_missing', message, { param: 'id' })
}
