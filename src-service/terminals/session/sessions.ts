import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { runDecision } from '../../commit.ts'
import type { Services } from '../../services.ts'
import { firstRow, nextRow } from '../../store/row-writes.ts'
import { isoTime } from '../../time/clock.ts'
import type { SessionClient, SessionDocument, SessionRow, TerminalRow } from '../rows.ts'
import type { RunningOperation } from '../running-operations.ts'
import { hashOf, isHashOf, newSecret } from '../secrets.ts'
import { sessionInvalid } from '../terminal-errors.ts'
import type { TerminalEvents, TerminalNews } from '../terminal-events.ts'
import type { TerminalTimings } from '../timings.ts'
import { heldBy, isClient } from './session-holder.ts'

/**
 * Sessions of terminals (section 3.6): at most one per terminal, valid for 10 minutes from its issue regardless of use,
 * stored as rows so that they survive a restart. Only the key's hash is stored. All their times are verified times, so
 * that nodes agree on them even if clocks differ or are changed.
 */
export interface SessionServices extends Pick<Services, 'store' | 'clock' | 'newId'> {
  readonly events: TerminalEvents
  readonly timings: TerminalTimings
}

export interface OpenedSession {
  readonly key: string
  readonly session: SessionDocument
  /** The live session that it replaced. The caller publishes that session's end. */
  readonly ended: SessionDocument | null
}

export interface Connecting {
  readonly client: SessionClient | null
  readonly force: boolean
  /** Returns the operation that runs on the terminal, on any node, unless it was requested to stop. */
  readonly running: () => Promise<Pick<RunningOperation, 'session' | 'endsAt'> | null>
}

const isLive = (session: SessionDocument, verified: number): boolean => session.expires_at > verified

const find = (services: Pick<Services, 'store'>, terminal: TerminalRow) =>
  services.store.get<SessionDocument>('terminal_session', terminal.account_id, terminal.id)

/**
 * Opens a session. It is blocked by a live session of another POS, and by an operation that outlived its session; with
 * `force`, the live session is ended here and the caller stops the operation. A session of the same client is replaced.
 */
export async function openSession(
  services: SessionServices,
  terminal: TerminalRow,
  { client, force, running }: Connecting,
): Promise<Result<OpenedSession, ServiceError>> {
  const key = newSecret()
  const hsn = terminal.id
  return runDecision(services, {
    load: async () => ok({ current: await find(services, terminal), busy: await running() }),
    decide({ current, busy }, { now, verified, newId }) {
      const ended = current !== null && isLive(current.document, verified) ? current.document : null
      const own = ended !== null && isClient(ended.client, client)
      if (ended !== null && !own && !force) return err(inUse(services, ended, ended.expires_at))
      if (ended === null && busy !== null && !isClient(busy.session.client, client) && !force) {
        return err(inUse(services, busy.session, busy.endsAt))
      }
      const session: SessionDocument = {
        session_id: newId('terminal_session'),
        hsn,
        key_hash: hashOf(key),
        client,
        since: own ? ended.since : verified,
        expires_at: verified + services.timings.sessionMs,
      }
      const account_id = terminal.account_id
      return ok({
        writes: [
          current === null
            ? { op: 'insert', kind: 'terminal_session', row: firstRow(account_id, hsn, session, now) }
            : { op: 'update', kind: 'terminal_session', row: nextRow(current, session, now) },
        ],
        events: [],
        reply: { key, session, ended },
      })
    },
  })
}

function inUse({ clock }: SessionServices, session: SessionDocument, until: number): ServiceError {
  const holder = heldBy(clock, session, until)
  const who = holder.name === null ? 'Another session' : `${holder.name} (another session)`
  return serviceError(
    'terminal_in_use',
    `${who} holds terminal ${session.hsn} until ${holder.expires_at}. Wait for its end, or connect with force "true", which ends that session and cancels its running command.`,
    { heldBy: holder },
  )
}

/** Returns the session of this key on this terminal, or an error that proves that the command did not run. */
export async function requireSession(
  services: Pick<Services, 'store' | 'clock'>,
  terminal: TerminalRow,
  key: string | null,
): Promise<Result<SessionRow, ServiceError>> {
  if (key === null || key === '') return err(sessionInvalid('The header x-session-key is missing.'))
  const row = await find(services, terminal)
  if (row === null || !isHashOf(key, row.document.key_hash)) {
    return err(
      sessionInvalid(
        `This x-session-key is not valid for terminal ${terminal.id}: its session has ended, or it belongs to another terminal.`,
      ),
    )
  }
  if (!isLive(row.document, services.clock.verified())) {
    return err(
      sessionInvalid(`The session on terminal ${terminal.id} was closed, or it expired after 10 minutes.`),
    )
  }
  return ok(row)
}

type SessionNews = Extract<TerminalNews, { type: 'session' }>
export type SessionEnd = Pick<SessionNews, 'ended_by'> & Partial<Pick<SessionNews, 'by' | 'cancelled'>>

/** Whether any session is open on a terminal. */
export async function hasOpenSession(
  services: Pick<Services, 'store' | 'clock'>,
  terminal: TerminalRow,
): Promise<boolean> {
  const row = await find(services, terminal)
  return row !== null && isLive(row.document, services.clock.verified())
}

/** Ends a session early; if it has been replaced meanwhile, it has already ended. */
export async function endSession(
  services: SessionServices,
  row: SessionRow,
  cancelled: SessionNews['cancelled'],
): Promise<void> {
  const { clock, store } = services
  const ended = { ...row.document, expires_at: clock.verified() }
  await store.commit({
    writes: [{ op: 'update', kind: 'terminal_session', row: nextRow(row, ended, clock.now()) }],
  })
  publishSessionEnd(services, row.document, { ended_by: 'disconnect', cancelled })
}

/** Ends the terminal's session, if any, because the terminal has another owner or none. */
export async function endSessionOf(services: SessionServices, terminal: TerminalRow): Promise<void> {
  const row = await find(services, terminal)
  if (row !== null && isLive(row.document, services.clock.verified())) await endSession(services, row, null)
}

/** Informs the followers of a session that it has ended, and how. */
export function publishSessionEnd(
  { events, clock }: Pick<SessionServices, 'events' | 'clock'>,
  { hsn, session_id }: SessionDocument,
  end: SessionEnd,
): void {
  const at = isoTime(clock.dated(clock.verified()))
  events.publish({ type: 'session', hsn, session_id, by: null, cancelled: null, ...end, at })
}
