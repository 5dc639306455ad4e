import { timingSafeEqual } from 'node:crypto'
import { hashOfSecret } from '../secrets/secret-hash.ts'

/** The link to one applicant's page: 256 random bits, of which only a hash is stored. */
export interface ApplicantLink {
  /** SHA-256, hexadecimal. */
  readonly hash: string
  /** ms by verified time. */
  readonly expires_at: number
}

/** Lifetime of a link, in ms. */
const lifeMs = 7 * 24 * 60 * 60_000

/** @param verified ms by verified time */
export const newApplicantLink = (token: string, verified: number): ApplicantLink => ({
  hash: hashOfSecret(token),
  expires_at: verified + lifeMs,
})

/** The token follows the #: browsers send that part to no server and pass it to no other page. */
export const applicantUrl = (
  base: string,
  page: 'apply' | 'contractor-applications',
  id: string,
  token: string,
): string => `${base}/${page}/${id}#${token}`

/** Whether a secret (`{id}_secret_{token}`) opens the link. @param now ms by verified time */
export function isOpenedBy(link: ApplicantLink | null, id: string, secret: string, now: number): boolean {
  if (link === null || link.expires_at <= now) return false
  const token = secret.slice(`${id}_secret_`.length)
  return timingSafeEqual(Buffer.from(hashOfSecret(token)), Buffer.from(link.hash))
}
