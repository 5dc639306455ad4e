import { runDecision } from '../commit.ts'
import type { Services } from '../services.ts'
import { rowsOf } from '../store/rows-of.ts'
import { startPasses } from '../time/passes.ts'
import { decideExpireSession } from './decide-expire-session.ts'
import type { SessionDocument } from './documents.ts'
import { loadSession } from './load-session.ts'

const everyMs = 30_000

type PassServices = Pick<Services, 'store' | 'clock' | 'newId' | 'log'>

/** Expires the sessions that have reached their expiry. @returns the function that stops it, as startPasses does */
export const startExpiring = (services: PassServices): (() => Promise<void>) =>
  startPasses(services, { everyMs, failed: 'checkout.expiry_pass_failed' }, (isStopped) =>
    expireSessions(services, isStopped),
  )

/** Runs one pass. A session that fails does not stop the others. */
export async function expireSessions(
  services: PassServices,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { store, clock, log } = services
  const where = [{ column: 'open_until', is: '<=', value: clock.verified() }] as const
  for await (const { account_id, id } of rowsOf<SessionDocument>(store, 'checkout_session', { where })) {
    if (isStopped()) return
    try {
      const ended = await runDecision(services, {
        load: () => loadSession(store, account_id, id),
        decide: decideExpireSession,
      })
      if (!ended.ok) log.warn({ checkout_session_id: id, code: ended.error.code }, 'checkout.not_expired')
    } catch (error) {
      log.error({ err: error, checkout_session_id: id }, 'checkout.expiry_failed')
    }
  }
}
