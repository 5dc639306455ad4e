import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { LoginUrl } from '../../src-shared/api/schemas/user.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { accessOf } from '../api-keys/made-by.ts'
import type { Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import type { Postbox } from '../mail/postbox.ts'
import { randomText } from '../secrets/random.ts'
import { hashOfSecret } from '../secrets/secret-hash.ts'
import type { Services } from '../services.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { UserDocument, UserRow } from './documents.ts'
import { loadUser } from './load.ts'
import { loginMail } from './login-mail.ts'

/** Lifetime of a link, in ms. */
const linkLifeMs = 15 * 60_000
const hourMs = 3_600_000
/** Limited because each link is sent by mail. */
const mostLinksPerHour = 10

export interface LoginServices extends Services {
  readonly postbox: Postbox
  readonly publicUrl: () => string
}

/** Section 4.5: makes a link that signs a user in once. A new link replaces the old one. */
export async function makeLoginUrl(
  services: LoginServices,
  caller: Caller,
  id: string,
): Promise<Result<LoginUrl, ServiceError>> {
  const token = randomText(32)
  const made = await runDecision<UserRow, UserDocument>(services, {
    allowedBy: () => accessOf(services.store, caller),
    load: () => loadUser(services, caller, id),
    decide(row, { now, verified }) {
      const { document } = row
      if (document.status !== 'ACTIVE') {
        const message = `User ${id} is ${document.status}. Make it ACTIVE first (PUT /users/${id}/status).`
        return refuse('state_conflict', message, { param: 'id' })
      }
      const recent = document.links_made.filter((at) => at > verified - hourMs)
      const [oldest = verified] = recent
      if (recent.length >= mostLinksPerHour) {
        const retryAfter = Math.ceil((oldest + hourMs - verified) / 1000)
        const message = `${mostLinksPerHour} links were already created for user ${id} within an hour. Wait before you create another one.`
        return refuse('rate_limited', message, { retryAfter })
      }
      const link = { login_hash: hashOfSecret(token), login_until: verified + linkLifeMs }
      const next = changed(row, { ...link, links_made: [...recent, verified] }, now)
      return ok({ writes: [updateOf('user', next)], events: [], reply: next.document })
    },
  })
  if (!made.ok) return made
  const login_url = `${services.publicUrl()}/portal/sign-in#${token}`
  const expires_at = isoTime(services.clock.dated(made.value.login_until ?? 0))
  const mailed = await mail(services, made.value, login_url)
  return ok({ login_url, expires_at, mailed })
}

/** Sends the link by mail. If that fails, the link is still returned, and the caller can pass it on. */
async function mail(
  { accounts, postbox, log }: LoginServices,
  user: UserDocument,
  url: string,
): Promise<boolean> {
  const { mailer, from, language, training } = postbox
  if (mailer === null) return false
  const business = user.business_id === null ? null : await accounts.business(user.business_id)
  // The mail belongs to the business, not to an account: a key of one account must not see a sign-in for all of them.
  const accountId = user.business_id ?? user.partner_id ?? ''
  const name = business?.document.name ?? 'Countertop'
  const sent = await mailer.send(loginMail({ accountId, name, user, url, language, training, from }))
  if (sent.outcome === 'sent') return sent.refused.length === 0
  log.warn({ user_id: user.id, reason: sent.reason }, 'user.login_mail_failed')
  return false
}
