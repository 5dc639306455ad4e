import type { CallFailure } from '../../src-shared/api/client.ts'
import type { Terminal, TerminalEvent } from '../../src-shared/api/schemas/terminal.ts'
import type { TerminalStatus } from '../../src-shared/pos/snapshot.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import {
  detailOf,
  isInUse,
  isNotOwned,
  isSessionInvalid,
  reasonOf,
  type TerminalFailure,
} from '../service-calls/failures.ts'
import { findTerminal } from './discovery.ts'
import { type Follower, followTerminal } from './event-stream.ts'
import { createSessionSource } from './obtain-session.ts'
import type { ServiceAccess } from './service-access.ts'
import {
  type CounterIdentity,
  closeSession,
  type Ping,
  pingSession,
  remainingMs,
  sessionMs,
  stopCommand,
  type TerminalSession,
} from './session.ts'
import type { SessionFile } from './session-file.ts'
import type { StopRequest } from './stop-request.ts'

/** A terminal on which we have a session. */
export interface HeldTerminal {
  readonly access: ServiceAccess
  readonly terminal: Terminal
  readonly session: TerminalSession
}
type NotSent = Extract<TerminalFailure, { kind: 'not_sent' }>

/**
 * The one session of this counter on its terminal: opens it, adopts it after a crash, renews it and gives it back.
 * `ensure` and `close` must be called in a turn of the command queue, so that they run one at a time.
 */
export interface SessionManager {
  terminal(): Terminal | null
  held(): HeldTerminal | null
  /** Returns a session that lives at least `leastMs` longer; opens or renews it if necessary. */
  ensure(leastMs: number, options?: { readonly force: boolean }): Promise<Result<HeldTerminal, NotSent>>
  /**
   * Asks the terminal itself, also while it runs a command. Drops a session that has ended.
   * @returns null where there is no session, or when it has changed by the time of the answer
   */
  ping(): Promise<Result<Ping, CallFailure> | null>
  stopCommand: StopRequest
  /** Whether our own cancel has ended this session, perhaps while a command ran on it. */
  isEndedByCancel(session: TerminalSession): boolean
  /** Records that the POS that holds the terminal now has stopped a command of this session. */
  stoppedByOther(session: TerminalSession): void
  /** Forgets this session; the service reports that it is over. */
  drop(session: TerminalSession): void
  /** Reads the capabilities of the same terminal again: the device may have been exchanged while its link was down. */
  refresh(): Promise<void>
  /** Gives the terminal back; no session is opened after this. */
  close(): Promise<void>
}

export interface SessionManagerOptions {
  readonly access: () => ServiceAccess | null
  /** The terminal that settings or environment name; null: none. */
  readonly hsn: () => string | null
  readonly sessionFile: SessionFile
  /** This counter's identity, read anew each time: its name may change. */
  readonly identity: () => Promise<CounterIdentity>
  readonly now: () => number
  readonly onStatus: (status: TerminalStatus) => void
  readonly onEvent: (event: TerminalEvent) => void
  readonly onBreak: () => void
}

export function createSessionManager(options: SessionManagerOptions): SessionManager {
  const source = createSessionSource(options)
  let terminal: Terminal | null = null
  let session: TerminalSession | null = null
  /** When the present session expires at the latest, by a monotonic clock, in ms. */
  let endsBy = 0
  let follower: { readonly access: ServiceAccess; readonly follower: Follower } | null = null
  let closed = false
  let endedByCancel: TerminalSession | null = null
  /** The session whose command was stopped by another POS that took the terminal over. */
  let stopped: TerminalSession | null = null
  /** Our last session, where it ended early and not by our own cancel: only another POS does that. */
  let taken: TerminalSession | null = null

  function stopFollowing(): void {
    follower?.follower.stop()
    follower = null
  }

  function held(): HeldTerminal | null {
    const access = options.access()
    return access === null || terminal === null || session === null ? null : { access, terminal, session }
  }

  function drop(ended: TerminalSession): void {
    if (session !== ended) return
    taken = leftMs(ended) > 0 && ended !== endedByCancel ? ended : null
    session = null
    stopFollowing()
    void options.sessionFile.forget(ended).catch(() => undefined)
  }

  async function hold(
    access: ServiceAccess,
    found: Terminal,
    opened: TerminalSession,
  ): Promise<HeldTerminal> {
    if (session !== opened) {
      stopFollowing()
      session = opened
      endsBy = performance.now() + Math.min(remainingMs(opened, options.now()), sessionMs)
      taken = null
      await options.sessionFile.keep(opened).catch(() => undefined)
    }
    if (follower?.access !== access) {
      stopFollowing()
      follower = { access, follower: followTerminal(access, opened, options) }
      await follower.follower.opened
    }
    return { access, terminal: found, session: opened }
  }

  /** Takes the smaller of two clocks: the session does not live longer when the counter's clock is set back. */
  const leftMs = (of: TerminalSession): number =>
    Math.min(remainingMs(of, options.now()), endsBy - performance.now())

  async function discover(access: ServiceAccess): Promise<Result<Terminal, NotSent>> {
    const found = await findTerminal(access, options.hsn())
    if (!found.ok) return err(notSent(found.error))
    if (found.value === null) {
      const hsn = options.hsn()
      options.onStatus(hsn === null ? { kind: 'none' } : { kind: 'not_owned', hsn, name: hsn })
      return err({ kind: 'not_sent', reason: 'terminal_not_connected', detail: 'No terminal is set up.' })
    }
    terminal = found.value
    options.onStatus({ kind: 'connecting', hsn: terminal.hsn, name: terminal.name })
    return ok(found.value)
  }

  return {
    terminal: () => terminal,
    held,
    async ensure(leastMs, { force } = { force: false }) {
      const access = options.access()
      if (access === null || closed) {
        return err({ kind: 'not_sent', reason: 'service_unreachable', detail: 'The service is not up.' })
      }
      const chosen = terminal === null ? await discover(access) : ok(terminal)
      if (!chosen.ok) return chosen
      if (session !== null && leftMs(session) >= leastMs) {
        return ok(await hold(access, chosen.value, session))
      }
      const old = session
      stopFollowing()
      session = null
      const opened = await source.obtain(access, { hsn: chosen.value.hsn, force }, old)
      if (opened.ok) return ok(await hold(access, chosen.value, opened.value))
      // The stopped command's own answer may arrive after the session is known to be over.
      const takenOver = taken === null ? null : { stopped: stopped === taken }
      options.onStatus(statusOf(opened.error, chosen.value, takenOver))
      return err(notSent(opened.error))
    },
    async ping() {
      const asked = held()
      if (asked === null) return null
      const answer = await pingSession(asked.access, asked.session)
      if (session !== asked.session) return null
      if (answer.ok ? !answer.value.session_open : isSessionInvalid(answer.error)) drop(asked.session)
      return answer
    },
    async stopCommand() {
      const asked = held()
      if (asked === null) return { kind: 'nothing_ran' }
      const stopped = await stopCommand(asked.access, asked.session, () => {
        endedByCancel = asked.session
      })
      if (stopped.kind !== 'session_ended') return stopped
      drop(asked.session)
      return { kind: 'delivered' }
    },
    isEndedByCancel: (ended) => endedByCancel === ended,
    stoppedByOther(session) {
      stopped = session
    },
    drop,
    async refresh() {
      const access = options.access()
      if (access === null || terminal === null) return
      const found = await findTerminal(access, terminal.hsn)
      if (found.ok && found.value !== null) terminal = found.value
    },
    async close() {
      closed = true
      const access = options.access()
      const open = session
      if (access === null || open === null) return
      drop(open)
      await closeSession(access, open)
    },
  }
}

const notSent = (failure: CallFailure): NotSent => ({
  kind: 'not_sent',
  reason: reasonOf(failure),
  detail: detailOf(failure),
})

/** @param taken set where the POS that has the terminal now took it from us */
function statusOf(
  failure: CallFailure,
  { hsn, name }: Terminal,
  taken: { readonly stopped: boolean } | null,
): TerminalStatus {
  if (isNotOwned(failure)) return { kind: 'not_owned', hsn, name }
  if (failure.kind !== 'refused' || !isInUse(failure)) return { kind: 'offline', hsn, name }
  const { held_by } = failure.error
  const holder = held_by === undefined ? null : { name: held_by.name, since: held_by.since }
  return { kind: 'in_use', hsn, name, held_by: holder, taken }
}
