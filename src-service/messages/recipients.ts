import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { SendEmailBody } from '../../src-shared/api/schemas/message.ts'
import { ok, type Result } from '../../src-shared/result.ts'

export interface Recipients {
  readonly to: string
  /** Without duplicates and without `to`. */
  readonly cc: readonly string[]
}

/**
 * Returns the override, else the known address.
 * @param nobody the reason why no address is known, as a clause
 */
export function recipientsOf(
  { email_override, cc_email_addresses = [] }: SendEmailBody,
  known: string | null,
  nobody: string,
): Result<Recipients, ServiceError> {
  const to = email_override ?? known
  if (to === null) {
    const message = `email_override is required: ${nobody}. Send the e-mail address of the recipient.`
    return refuse('parameter_missing', message, { param: 'email_override' })
  }
  const seen = new Set([to.toLowerCase()])
  const cc = cc_email_addresses.filter((address) => {
    const key = address.toLowerCase()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return ok({ to, cc })
}
