import type { IncomingHttpHeaders } from 'node:http'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'

/**
 * What comes by cookie must come from a page of ours. Browsers send the cookie of a session with requests of our own
 * site's pages alone (SameSite=Strict); that a page of a neighbouring host, which is of the same site, sends nothing in
 * the user's name is checked here. A browser that is too old for sec-fetch-site sends `origin` with what changes
 * something; what it only reads, no other page can read.
 *
 * @param publicUrl where people find the service, such as https://pay.example.com; '' when that is not known
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
  const message = 'A request of a user who is signed in must come from a page of this service itself.'
  return serviceError('permission_denied', message, { param: isOurs ? 'sec-fetch-site' : 'origin' })
}

/** The host that the browser called: a proxy may hand on another, hence the public address too. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  if (URL.canParse(publicUrl) && origin === new URL(publicUrl).origin) return true
  const url = new URL(origin)
  if (url.origin !== origin || host === undefined || url.host !== hostIn(host, url.protocol)) return false
  return url.protocol === 'https:' || isLoopback(url.hostname)
}

/** As an address of this protocol writes it: in lower case, without its usual port. */
const hostIn = (host: string, protocol: string): string | null => {
  const address = `${protocol}//${host}`
  return URL.canParse(address) ? new URL(address).host : null
}

/** No network lies between: browsers hold these for as safe as TLS. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
