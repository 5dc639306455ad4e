import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'

/**
 * The business that a new user, key or webhook endpoint is to be of: the header that narrows lists says it too, so that
 * what is meant for one business does not reach the whole partner.
 * @returns refused as `business_id` where body and header name two
 */
export function namedBusiness(
  inBody: string | undefined,
  inHeader: string | undefined,
): Result<string | undefined, ServiceError> {
  if (inBody === undefined || inHeader === undefined || inBody === inHeader) return ok(inBody ?? inHeader)
  const message = `business_id ${inBody} and x-business-id ${inHeader} contradict each other. Send one of the two, or both alike.`
  return err(serviceError('parameter_invalid', message, { param: 'business_id' }))
}
