import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { isoTime } from '../../clock.ts'
import { runDecision } from '../../commit.ts'
import type { Services } from '../../services.ts'
import type { TerminalEvents } from '../events.ts'
import { sessionInvalid } from '../failures.ts'
import { changed, fresh, type SessionDocument, type SessionRow, type TerminalRow } from '../rows.ts'
import { hashOf, isHashOf, newSecret } from '../secrets.ts'
import type { TerminalTimings } from '../timings.ts'

/**
 * Sessions of terminals (section 3.6): one at most on a terminal, 10 minutes from its issue whatever is done with
 * it, kept as rows so that a restart does not end them. Only the key's hash is kept.
 */
export interface SessionServices extends Pick<Services, 'store' | 'clock' | 'newId'> {
  readonly events: TerminalEvents
  readonly timings: TerminalTimings
}

export interface OpenedSession {
  readonly key: string
  readonly session: SessionDocument
}

const isLive = (session: SessionDocument, now: number): boolean => session.expires_at > now

const find = (services: Pick<Services, 'store'>, terminal: TerminalRow) =>
  services.store.get<SessionDocument>('terminal_session', terminal.account_id, terminal.id)

/** Opens a session; a live one is in the way unless `force` ends it. */
export async function openSession(
  services: SessionServices,
  terminal: TerminalRow,
  force: boolean,
): Promise<Result<OpenedSession, ServiceError>> {
  const key = newSecret()
  const hsn = terminal.id
  const opened = await runDecision(services, {
    load: async () => ok(await find(services, terminal)),
    decide(current: SessionRow | null, { now, newId }) {
      const inTheWay = current !== null && isLive(current.document, now) ? current.document : null
      if (inTheWay !== null && !force) return err(inUse(inTheWay))
      const session: SessionDocument = {
        session_id: newId('terminal_session'),
        hsn,
        key_hash: hashOf(key),
        expires_at: now + services.timings.sessionMs,
      }
      return ok({
        writes: [
          current === null
            ? {
                op: 'insert',
                kind: 'terminal_session',
                row: fresh(terminal.account_id, hsn, now, session),
              }
            : {
                op: 'update',
                kind: 'terminal_session',
                row: changed(current, now, session),
              },
        ],
        events: [],
        reply: { session, ended: inTheWay },
      })
    },
  })
  if (!opened.ok) return opened
  const { session, ended } = opened.value
  if (ended !== null) tellEnd(services, ended, 'force')
  return ok({ key, session })
}

function inUse(session: SessionDocument): ServiceError {
  return serviceError(
    'terminal_in_use',
    `Another session holds terminal ${session.hsn} until ${isoTime(session.expires_at)}. Wait for its end, or connect with force "true", which ends it and cancels what it is running.`,
  )
}

/** The session of this key on this terminal, or the error after which a command certainly did not run. */
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
        `This x-session-key does not open terminal ${terminal.id}: it was ended, or belongs to another one.`,
      ),
    )
  }
  if (!isLive(row.document, services.clock.now())) {
    return err(sessionInvalid(`The session on terminal ${terminal.id} has run out (10 minutes).`))
  }
  return ok(row)
}

/** Ends a session early; when it has been replaced meanwhile, it has ended already. */
export async function endSession(services: SessionServices, row: SessionRow): Promise<void> {
  const now = services.clock.now()
  await services.store.commit({
    writes: [
      {
        op: 'update',
        kind: 'terminal_session',
        row: changed(row, now, { ...row.document, expires_at: now }),
      },
    ],
  })
  tellEnd(services, row.document, 'disconnect')
}

function tellEnd(
  { events, clock }: SessionServices,
  session: SessionDocument,
  by: 'force' | 'disconnect',
): void {
  const { hsn, session_id } = session
  events.publish({ type: 'session', hsn, session_id, ended_by: by, at: isoTime(clock.now()) })
}
