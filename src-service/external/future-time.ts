import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { DecisionContext } from '../use-case.ts'

/** Maximum lead of a gateway's clock over ours, in ms: some gateways in the east send their local time as UTC. */
const mostAheadMs = 24 * 3_600_000

/**
 * Refuses a gateway time in the future (section 4.1). Settlement records are matched by this time, and none would match
 * a future one. Compares with the database's time, so that a wrong clock of this node does not matter.
 * @returns null if the time is acceptable
 */
export function refuseFutureTime(
  created_at: string | undefined,
  { dated, verified }: Pick<DecisionContext, 'dated' | 'verified'>,
): ServiceError | null {
  if (created_at === undefined || Date.parse(created_at) <= dated(verified) + mostAheadMs) return null
  const param = 'gateway_response.created_at'
  const message = `${param} ${created_at} is still to come. Send the time at which the gateway did it.`
  return serviceError('parameter_invalid', message, { param })
}
