import type { TerminalEvent } from '../../src-shared/api/schemas/terminal.ts'
import type { ServiceStatus, TerminalStatus } from '../../src-shared/pos/snapshot.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import type { JsonFile } from '../settings/json-file.ts'
import { createClockSync } from './clock-sync.ts'
import { createSingleFlight } from './command-queue.ts'
import { type CommandFailure, detailOf, isSessionInvalid } from './failures.ts'
import { createWatch } from './health-poll.ts'
import type { ServiceLink } from './service-link.ts'
import type { CounterIdentity, TerminalSession } from './session.ts'
import { createHolder, type Held } from './session-manager.ts'
import { type Commander, createCommander } from './terminal-commands.ts'

/** The counter's terminal: found, connected without force, kept alive, asked one thing at a time. */
export interface TerminalConnection extends Commander {
  /** Connects by a person's wish. `force` ends the other POS's session and cancels what it is running. */
  connect(force: boolean): Promise<Result<null, CommandFailure>>
  /** True only when the terminal's service says that nothing is running on it now. */
  isIdle(): Promise<boolean>
  /** What the terminal says of itself; true while unknown, so that no signature is asked for twice. */
  hasSignaturePad(): boolean
  /** Looks again right now, such as when the service has come back. */
  kick(): void
  stop(): Promise<void>
}

export interface ConnectionOptions {
  readonly link: () => ServiceLink | null
  readonly hsn: () => string | null
  readonly sessionFile: JsonFile<TerminalSession | null>
  readonly identity: () => Promise<CounterIdentity>
  readonly now: () => number
  readonly onStatus: (status: TerminalStatus) => void
  /** Whether the service answers, as seen from here. */
  readonly onService: (status: ServiceStatus) => void
  readonly onProgress: (event: Extract<TerminalEvent, { type: 'progress' }>) => void
  readonly log: Log
}

/** An idle session is renewed when less than this is left of its 10 minutes, ms. */
const idleLeastMs = 120_000
/** For how long after the start a terminal may be on its way, ms. */
const dialInMs = 10_000

export function startTerminalConnection(options: ConnectionOptions): TerminalConnection {
  const delivering: { promise: Promise<unknown> } = { promise: Promise.resolve() }
  const flights = createSingleFlight(() => delivering.promise)
  const clock = createClockSync()
  const startedAt = options.now()
  let status: TerminalStatus = { kind: 'none' }
  let wasConnected = false

  function say(seen: TerminalStatus): void {
    wasConnected ||= seen.kind === 'connected'
    // A terminal that is switched on together with the counter takes a moment to dial in.
    const dialling = seen.kind === 'offline' && !wasConnected && options.now() - startedAt < dialInMs
    const next = withTaken(dialling ? { ...seen, kind: 'connecting' } : seen, status)
    if (JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    options.log.info({ status: next.kind }, 'terminal')
    options.onStatus(next)
  }

  const holder = createHolder({
    ...options,
    onStatus: say,
    onEvent: heard,
    onBreak: () => watch.kick(),
  })
  const commander = createCommander(holder, flights, delivering)
  const watch = createWatch({ look, isWell: () => status.kind === 'connected', now: options.now })

  function heard(event: TerminalEvent): void {
    switch (event.type) {
      case 'progress':
        options.onProgress(event)
        return
      case 'link': {
        const terminal = holder.terminal()
        if (!event.connected && terminal !== null) say({ kind: 'offline', ...nameOf(terminal) })
        if (event.connected) void holder.refresh()
        watch.kick()
        return
      }
      case 'session': {
        // Our own renewal.
        if (event.ended_by === 'replaced') return
        const held = holder.held()
        if (held !== null) holder.drop(held.session)
        const terminal = holder.terminal()
        if (event.ended_by === 'force' && terminal !== null) {
          const held_by = { name: event.by?.name ?? null, since: event.at }
          say({
            kind: 'in_use',
            ...nameOf(terminal),
            held_by,
            taken: { stopped: event.cancelled !== null },
          })
        }
        watch.kick()
      }
    }
  }

  /** One look at the terminal. Sessions are opened and renewed only when no command is under way. */
  async function look(): Promise<void> {
    if (flights.isIdle()) {
      await flights.run(async () => {
        const held = await holder.ensure(idleLeastMs)
        if (!held.ok) told(held.error)
      })
    }
    const held = holder.held()
    if (held === null) return
    const answered = await ping(held)
    if (answered && clock.isDue(new Date(options.now())) && flights.isIdle()) await syncClock()
  }

  async function ping(held: Held): Promise<boolean> {
    const { link, terminal, session } = held
    const input = { body: { hsn: terminal.hsn }, sessionKey: session.key, timeoutMs: 8_000 }
    const reply = await link.client.call('terminals.ping', input)
    if (holder.held()?.session !== session) return false
    if (!reply.ok) {
      told(reply.error)
      if (isSessionInvalid(reply.error)) {
        holder.drop(session)
        watch.kick()
      } else say({ kind: 'offline', ...nameOf(terminal) })
      return false
    }
    options.onService({ kind: 'ready' })
    if (!reply.value.session_open) {
      holder.drop(session)
      watch.kick()
      return false
    }
    say(
      reply.value.connected
        ? { kind: 'connected', ...nameOf(terminal), session_expires_at: session.expires_at }
        : { kind: 'offline', ...nameOf(terminal) },
    )
    return reply.value.connected
  }

  /** What a failure says of the service, besides what it says of the terminal. */
  function told(failure: CommandFailure): void {
    const unreachable =
      failure.kind === 'no_answer' ||
      (failure.kind === 'not_sent' && failure.reason === 'service_unreachable')
    if (options.link() === null) return
    if (!unreachable) {
      options.onService({ kind: 'ready' })
      return
    }
    options.onService({ kind: 'unreachable', detail: detailOf(failure) })
    const terminal = holder.terminal()
    if (terminal !== null) say({ kind: 'offline', ...nameOf(terminal) })
  }

  async function syncClock(): Promise<void> {
    const now = new Date(options.now())
    const set = await commander.run('terminals.date_time', { dateTime: now.toISOString() })
    if (set.ok) clock.done(now)
    else options.log.warn({ detail: detailOf(set.error) }, 'the terminal clock could not be set')
  }

  return {
    ...commander,
    async connect(force) {
      const result = await flights.run(() => holder.ensure(idleLeastMs, { force }))
      watch.kick()
      return result.ok ? ok(null) : result
    },
    async isIdle() {
      const held = holder.held()
      if (held === null) return false
      const { link, terminal, session } = held
      const input = { body: { hsn: terminal.hsn }, sessionKey: session.key, timeoutMs: 8_000 }
      const reply = await link.client.call('terminals.ping', input)
      return reply.ok && !reply.value.busy
    },
    hasSignaturePad: () => holder.terminal()?.device_capabilities.signature ?? true,
    kick: () => watch.kick(),
    async stop() {
      watch.stop()
      // A payment under way goes on without us; what is brief is waited for, or its session would stay behind.
      if (flights.isLasting()) return
      await Promise.race([flights.run(() => holder.close()), patience(stopMs)])
    },
  }
}

/** That it was taken from us stays said for as long as they have it. */
function withTaken(next: TerminalStatus, before: TerminalStatus): TerminalStatus {
  if (next.kind !== 'in_use' || next.taken !== null || before.kind !== 'in_use') return next
  return next.held_by?.name === before.held_by?.name ? { ...next, taken: before.taken } : next
}

/** How long the terminal's service may take to take the terminal back, ms. */
const stopMs = 5_000
const patience = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

const nameOf = ({ hsn, name }: { readonly hsn: string; readonly name: string }) => ({ hsn, name })
