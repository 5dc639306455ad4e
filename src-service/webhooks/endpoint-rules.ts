import { randomBytes } from 'node:crypto'
import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { UpdateWebhookEndpointBody } from '../../src-shared/api/schemas/webhook-endpoint.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { Sealed } from '../vault/sealed.ts'
import type { EndpointDocument } from './documents.ts'
import { isPublicAddress, literalAddress } from './public-address.ts'

/** Standard Webhooks: 24 to 64 random bytes. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** How long the old secret also signs after a rotation, in ms, unless the request states otherwise. */
const overlapMs = 24 * 3_600_000

const invalid = (message: string) => refuse('parameter_invalid', message, { param: 'url' })

/** Checks an endpoint's URL. Host names are checked at each delivery, when they are resolved. */
export function refuseUrl(text: string, allowPrivate: boolean): Result<null, ServiceError> {
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    return invalid(
      'url must not contain a user name or password. Verify the signature of each delivery instead.',
    )
  }
  if (url.hash !== '') return invalid('url must not contain a # part, because that part is not sent.')
  if (allowPrivate) return ok(null)
  if (url.protocol !== 'https:') return invalid(`url must begin with https://, but is ${text}.`)
  const literal = literalAddress(url)
  if (url.hostname === 'localhost' || (literal !== null && !isPublicAddress(literal))) {
    return invalid(`url must have a public address, but ${url.hostname} is not public.`)
  }
  return ok(null)
}

/** @param rotated the new secret, if requested. @param now in ms of verified time */
export function updatedEndpoint(
  endpoint: EndpointDocument,
  { rotate_secret, status, url, description, event_types }: UpdateWebhookEndpointBody,
  rotated: Sealed | null,
  now: number,
): EndpointDocument {
  const overlap = rotate_secret?.overlap_seconds
  const until = now + (overlap === undefined ? overlapMs : overlap * 1000)
  return {
    ...endpoint,
    url: url ?? endpoint.url,
    description: description === undefined ? endpoint.description : description,
    event_types: event_types ?? endpoint.event_types,
    ...(status === undefined || status === endpoint.status
      ? {}
      : {
          status,
          failing_since: null,
          disabled_reason: status === 'disabled' ? ('requested' as const) : null,
        }),
    ...(rotated === null
      ? {}
      : { secret: rotated, previous_secret: until > now ? { secret: endpoint.secret, until } : null }),
  }
}
