import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'

/**
 * Returns the business of a new user, key or webhook endpoint. The header that narrows lists counts as well as the
 * body, so that an object that is meant for one business does not reach the whole partner.
 * @returns an error of `business_id` if body and header name different businesses
 */
export function namedBusiness(
  inBody: string | undefined,
  inHeader: string | undefined,
): Result<string | undefined, ServiceError> {
  if (inBody === undefined || inHeader === undefined || inBody === inHeader) return ok(inBody ?? inHeader)
  const message = `business_id ${inBody} and x-business-id ${inHeader} differ. Send only one of them, or the same value in both.`
  return refuse('parameter_invalid', message, { param: 'business_id' })
}
