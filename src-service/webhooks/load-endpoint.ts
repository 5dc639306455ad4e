import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { boundBeyond } from '../accounts/business-reach.ts'
import { type KeyReach, reachesWholeTenant, reachOfCaller } from '../accounts/reach.ts'
import type { Caller } from '../caller.ts'
import type { ReadingServices, Services } from '../services.ts'
import type { EndpointDocument, EndpointRow } from './documents.ts'

/** Returns the caller's reach, narrowed by x-business-id; null for a key that reaches nothing. */
export function reachOf(caller: Caller): KeyReach | null {
  const own = reachOfCaller(caller)
  const { businessId } = caller
  return own === null || businessId === undefined ? own : { ...own, business_id: businessId }
}

/** Whether the caller reaches everything that the endpoint listens to. */
export async function inReach(
  { accounts }: Pick<Services, 'accounts'>,
  own: KeyReach,
  endpoint: EndpointDocument,
): Promise<boolean> {
  if (endpoint.tenant_id !== own.tenant_id) return false
  return reachesWholeTenant(own) || (await boundBeyond(accounts, own, endpoint)) === null
}

/** @param param the parameter to name in the error */
export async function loadEndpoint(
  services: ReadingServices,
  caller: Caller,
  id: string,
  param = 'id',
): Promise<Result<EndpointRow, ServiceError>> {
  const own = reachOf(caller)
  const row = await services.store.find<EndpointDocument>('webhook_endpoint', id)
  if (row !== null && own !== null && (await inReach(services, own, row.document))) return ok(row)
  const message = `There is no webhook endpoint ${id} that this key can access.`
  return refuse('resource_missing', message, { param })
}
