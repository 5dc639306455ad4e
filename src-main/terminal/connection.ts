import type { CallFailure } from '../../src-shared/api/client.ts'
import type { TerminalEvent } from '../../src-shared/api/schemas/terminal.ts'
import type { ServiceStatus } from '../../src-shared/pos/snapshot.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { pause } from '../async/pause.ts'
import type { Log } from '../log.ts'
import { detailOf, isSessionInvalid, type TerminalFailure } from '../service-calls/failures.ts'
import { createClockSync } from './clock-sync.ts'
import { createCommandQueue } from './command-queue.ts'
import { startHealthPoll } from './health-poll.ts'
import type { Ping } from './session.ts'
import { createSessionManager, type SessionManagerOptions } from './session-manager.ts'
import { createTerminalCommands, type RunOnTerminal } from './terminal-commands.ts'
import { createTerminalStatus } from './terminal-status.ts'

/** The counter's terminal: discovers it, connects without force, renews its session, runs one command at a time. */
export interface TerminalConnection {
  readonly run: RunOnTerminal
  /**
   * Cancels waiting commands, and has the terminal stop the running one. The running command's own answer reports how
   * it ended. Commands queued after this wait until the terminal has been asked to stop.
   */
  cancel(): Promise<void>
  /** Asks the terminal itself, also while it runs a command; null where there is no session. */
  ping(): Promise<Result<Ping, CallFailure> | null>
  /**
   * Connects at a person's request to the same terminal as before; it does not look for another one. `force` ends the
   * other POS's session and cancels the command that it runs.
   */
  connect(force: boolean): Promise<Result<null, TerminalFailure>>
  /**
   * True only when the service answers that the terminal is connected and nothing is running on it. Without the link
   * the answer proves nothing: another node may hold the link, and run a command on it.
   */
  isIdle(hsn: string): Promise<boolean>
  /** As the terminal reports; true while unknown, so that no signature is asked for twice. */
  hasSignaturePad(): boolean
  /** As the terminal reports; true while unknown. */
  hasScreen(): boolean
  /** Whether the service reports the customer's progress; true while unknown. */
  reportsSteps(): boolean
  /** Reads the terminal's name and capabilities again. */
  refresh(): Promise<void>
  /** Checks the terminal right now, for example when the service has come back. */
  checkNow(): void
  stop(): Promise<void>
}

export interface ConnectionOptions
  extends Pick<SessionManagerOptions, 'access' | 'hsn' | 'sessionFile' | 'identity' | 'now' | 'onStatus'> {
  /** Whether the service answers, as seen from here. */
  readonly onService: (status: ServiceStatus) => void
  readonly onProgress: (event: Extract<TerminalEvent, { type: 'progress' }>) => void
  readonly log: Log
}

/** An idle session is renewed when less than this is left of its 10 minutes, ms. */
const idleLeastMs = 120_000
/** Maximum time for giving the terminal back, in ms. */
const stopMs = 5_000

export function startTerminalConnection(options: ConnectionOptions): TerminalConnection {
  const { now, log } = options
  const status = createTerminalStatus(options)
  const sessions = createSessionManager({
    ...options,
    onStatus: status.publish,
    onEvent: receive,
    onBreak: () => poll.checkNow(),
  })
  const queue = createCommandQueue(sessions.stopCommand)
  const run = createTerminalCommands(sessions, queue)
  const clock = createClockSync()
  const reportsSteps = () => options.access()?.missing.has('terminals.events') !== true
  const poll = startHealthPoll({
    check,
    isHealthy: () => status.present().kind === 'connected',
    isFollowed: reportsSteps,
  })
  let wasAway = false

  const publishOffline = () => {
    const terminal = sessions.terminal()
    if (terminal !== null) status.publish({ kind: 'offline', ...nameOf(terminal) })
  }

  function receive(event: TerminalEvent): void {
    switch (event.type) {
      case 'progress':
        options.onProgress(event)
        return
      case 'link':
        if (event.connected) void sessions.refresh()
        else publishOffline()
        poll.checkNow()
        return
      case 'session':
        // `replaced` is our own renewal.
        if (event.ended_by !== 'replaced') sessionEnded(event)
    }
  }

  function sessionEnded(event: Extract<TerminalEvent, { type: 'session' }>): void {
    const held = sessions.held()
    if (held !== null) sessions.drop(held.session)
    const terminal = sessions.terminal()
    if (event.ended_by === 'force' && terminal !== null) {
      const held_by = { name: event.by?.name ?? null, since: event.at }
      const taken = { stopped: event.cancelled !== null }
      status.publish({ kind: 'in_use', ...nameOf(terminal), held_by, taken })
    }
    poll.checkNow()
  }

  /** One check of the terminal. Sessions are opened and renewed only when no command is under way. */
  async function check(): Promise<void> {
    if (queue.isIdle()) {
      await queue.run(async () => {
        const held = await sessions.ensure(idleLeastMs)
        if (!held.ok) reportFailure(held.error)
      })
    }
    const answered = await pingAndPublish()
    if (answered && clock.isDue(new Date(now())) && queue.isIdle()) await syncClock()
  }

  /** @returns whether the terminal answered. */
  async function pingAndPublish(): Promise<boolean> {
    const before = sessions.held()
    const reply = await sessions.ping()
    if (before === null || reply === null) return false
    if (!reply.ok) {
      reportFailure(reply.error)
      if (isSessionInvalid(reply.error)) poll.checkNow()
      else publishOffline()
      return false
    }
    options.onService({ kind: 'ready' })
    if (wasAway) options.access()?.missing.forget()
    wasAway = false
    const { session_open, connected } = reply.value
    if (!session_open) {
      poll.checkNow()
      return false
    }
    const { expires_at: session_expires_at } = before.session
    const named = nameOf(sessions.terminal() ?? before.terminal)
    if (connected) status.publish({ kind: 'connected', ...named, session_expires_at })
    else publishOffline()
    return connected
  }

  /** Shows what a failure means for the service, besides what it means for the terminal. */
  function reportFailure(failure: TerminalFailure): void {
    const unreachable =
      failure.kind === 'no_answer' ||
      (failure.kind === 'not_sent' && failure.reason === 'service_unreachable')
    if (options.access() === null) return
    if (!unreachable) {
      options.onService({ kind: 'ready' })
      return
    }
    wasAway = true
    options.onService({ kind: 'unreachable', detail: detailOf(failure) })
    publishOffline()
  }

  async function syncClock(): Promise<void> {
    const at = new Date(now())
    const done = clock.begin(at)
    const set = await run('terminals.date_time', { dateTime: at.toISOString() })
    if (set.ok) done()
    else log.warn({ detail: detailOf(set.error) }, 'terminal.clock_not_set')
  }

  return {
    run,
    cancel: queue.cancel,
    ping: sessions.ping,
    async connect(force) {
      const result = await queue.run(() => sessions.ensure(idleLeastMs, { force }))
      poll.checkNow()
      return result.ok ? ok(null) : result
    },
    async isIdle(hsn) {
      const isHeld = () => sessions.held()?.terminal.hsn === hsn
      if (!isHeld()) return false
      const reply = await sessions.ping()
      return reply?.ok === true && reply.value.connected && reply.value.busy === false && isHeld()
    },
    hasSignaturePad: () => sessions.terminal()?.device_capabilities.signature ?? true,
    hasScreen: () => sessions.terminal()?.device_capabilities.screen_dimension_x !== 0,
    reportsSteps,
    async refresh() {
      await sessions.refresh()
      poll.checkNow()
    },
    checkNow: poll.checkNow,
    async stop() {
      poll.stop()
      // A payment under way goes on without us. A brief command is waited for, or its session would stay open.
      if (queue.isLasting()) return
      await Promise.race([queue.run(() => sessions.close()), pause(stopMs)])
    },
  }
}

const nameOf = ({ hsn, name }: { readonly hsn: string; readonly name: string }) => ({ hsn, name })
