import type { IncomingHttpHeaders } from 'node:http'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'

/**
 * Refuses requests with a session cookie that do not come from a page of this service. SameSite=Strict keeps browsers
 * from sending the cookie with requests from other sites; this also refuses pages of other hosts of the same site.
 * Browsers without sec-fetch-site still send `origin` with requests that change data, and other pages cannot read the
 * answers to the rest.
 * @param publicUrl the service's public URL, such as https://pay.example.com; '' when unknown
 */
export function refuseForeign(
  method: string,
  headers: IncomingHttpHeaders,
  publicUrl: string,
): ServiceError | null {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  const isReading = method === 'GET' || method === 'HEAD'
  const isOurs = origin === undefined ? isReading : isOwnOrigin(origin, host, publicUrl)
  if (isOurs && (site === undefined || site === 'same-origin')) return null
  const message = 'A request that uses a sign-in must come from a page of this service.'
  return serviceError('permission_denied', message, { param: isOurs ? 'sec-fetch-site' : 'origin' })
}

/** Whether the origin is the host that the browser called. A proxy may send another host, hence also the public URL. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  if (URL.canParse(publicUrl) && origin === new URL(publicUrl).origin) return true
  const url = new URL(origin)
  if (url.origin !== origin || host === undefined || url.host !== hostIn(host, url.protocol)) return false
  return url.protocol === 'https:' || isLoopback(url.hostname)
}

/** Returns the host as in a URL of this protocol: lower case, without the default port. */
const hostIn = (host: string, protocol: string): string | null => {
  const address = `${protocol}//${host}`
  return URL.canParse(address) ? new URL(address).host : null
}

/** Loopback involves no network, so browsers treat it as secure. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
