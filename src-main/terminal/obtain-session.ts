import type { CallFailure } from '../../src-shared/api/client.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { ServiceAccess } from './service-access.ts'
import {
  type CounterIdentity,
  isOpen,
  openSession,
  remainingMs,
  renewSession,
  type TerminalSession,
} from './session.ts'
import type { SessionFile } from './session-file.ts'

/** Where the session on a terminal comes from: renewed, adopted from a run that ended without disconnecting, or new. */
export interface SessionSource {
  /** @param old our last session, if any; it is stale, or too old for what is to be done */
  obtain(
    access: ServiceAccess,
    asked: { readonly hsn: string; readonly force: boolean },
    old: TerminalSession | null,
  ): Promise<Result<TerminalSession, CallFailure>>
}

export function createSessionSource(options: {
  readonly sessionFile: Pick<SessionFile, 'read'>
  readonly identity: () => Promise<CounterIdentity>
  readonly now: () => number
}): SessionSource {
  const { sessionFile, identity, now } = options
  let adoptionTried = false

  /** When renewing fails, keeps a key that still opens the terminal. */
  async function renew(access: ServiceAccess, old: TerminalSession) {
    const renewed = await renewSession(access, old, now, await identity())
    if (renewed.ok) return renewed
    const left = remainingMs(old, now()) > 0 ? await isOpen(access, old) : ok(false)
    return left.ok && left.value ? ok(old) : renewed
  }

  /**
   * The session of a run that ended without disconnecting, if the service reports it as still open; else null. An error
   * means that the service did not answer, so it is unknown.
   */
  async function adopt(
    access: ServiceAccess,
    hsn: string,
  ): Promise<Result<TerminalSession | null, CallFailure>> {
    const saved = await sessionFile.read()
    if (saved === null || saved.hsn !== hsn || remainingMs(saved, now()) <= 0) return ok(null)
    const open = await isOpen(access, saved)
    return open.ok ? ok(open.value ? saved : null) : open
  }

  return {
    async obtain(access, asked, old) {
      if (old !== null) {
        const renewed = await renew(access, old)
        // The old session may still be ours, and its key in the file.
        if (!renewed.ok) adoptionTried = false
        return renewed
      }
      if (!adoptionTried) {
        const adopted = await adopt(access, asked.hsn)
        // Without an answer it may still be ours: connecting now would find the terminal in use by ourselves.
        if (!adopted.ok) return adopted
        adoptionTried = true
        if (adopted.value !== null) return ok(adopted.value)
      }
      return openSession(access, asked, now, await identity())
    },
  }
}
