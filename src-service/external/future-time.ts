import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'

/** How far a gateway's clock may be ahead of ours, ms: some write the local time of the east as if it were UTC. */
const mostAheadMs = 24 * 3_600_000

/**
 * Section 4.1: the time at which the gateway did it, by which settlement records are matched. One that is still to come is
 * a mistake that no record would ever match. @returns null when it may be right
 */
export function refuseFutureTime(created_at: string | undefined, now: number): ServiceError | null {
  if (created_at === undefined || Date.parse(created_at) <= now + mostAheadMs) return null
  const param = 'gateway_response.created_at'
  const message = `${param} ${created_at} is still to come. Send the time at which the gateway did it.`
  return serviceError('parameter_invalid', message, { param })
}
