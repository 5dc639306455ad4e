import { hash } from 'node:crypto'

/** Returns a strong validator (RFC 9110, section 8.8.3): equal for equal bytes. */
export const etagOf = (body: string): string => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`

/** Whether If-None-Match contains the ETag, so that 304 is enough. Weak validators match too (section 13.1.2). */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
