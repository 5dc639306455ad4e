import type { IncomingHttpHeaders } from 'node:http'

/** How long a sign-in lasts, ms. */
export const sessionLifeMs = 12 * 3_600_000

const cookieName = '__Host-countertop_session'
/** A wrong cookie is not looked up. */
const secretShape = /^[\w-]{43}$/

/**
 * No script reads it (HttpOnly), no other site's page sends it (SameSite=Strict, so that a forged request comes without
 * it), no other host gets it (__Host-), and it travels over TLS alone.
 */
export const sessionCookie = (secret: string): string => cookieOf(secret, sessionLifeMs / 1000)

/** Has the browser forget the cookie. */
export const endedCookie = cookieOf('', 0)

function cookieOf(value: string, maxAge: number): string {
  return `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; Secure; HttpOnly; SameSite=Strict`
}

/** The secret in the cookie of a request; '' for one of another shape, null without the cookie. */
export function sessionSecretIn({ cookie }: IncomingHttpHeaders): string | null {
  if (cookie === undefined) return null
  const [, value] =
    cookie
      .split(';')
      .map((pair) => pair.trim().split('=', 2))
      .find(([name]) => name === cookieName) ?? []
  if (value === undefined) return null
  return secretShape.test(value) ? value : ''
}
