import type { IncomingHttpHeaders } from 'node:http'

/** Lifetime of a sign-in, in ms. */
export const sessionLifeMs = 12 * 3_600_000

const cookieName = '__Host-countertop_session'
/** A cookie of another form is not looked up. */
const secretShape = /^[\w-]{43}$/

/**
 * Returns the cookie. Scripts cannot read it (HttpOnly), pages of other sites do not send it (SameSite=Strict, so that
 * a forged request lacks it), other hosts do not get it (__Host-), and it is sent only over TLS.
 */
export const sessionCookie = (secret: string): string => cookieOf(secret, sessionLifeMs / 1000)

/** Makes the browser delete the cookie. */
export const endedCookie = cookieOf('', 0)

function cookieOf(value: string, maxAge: number): string {
  return `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; Secure; HttpOnly; SameSite=Strict`
}

/** Returns the secret in the cookie of a request; '' for one of another form, null without the cookie. */
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
