import type { CallFailure } from '../../src-shared/api/client.ts'
import type { Terminal, TerminalEvent } from '../../src-shared/api/schemas/terminal.ts'
import type { TerminalStatus } from '../../src-shared/pos/snapshot.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { JsonFile } from '../settings/json-file.ts'
import { findTerminal } from './discovery.ts'
import { type Follower, followTerminal } from './event-stream.ts'
import { type CommandFailure, detailOf, reasonOf } from './failures.ts'
import type { ServiceLink } from './service-link.ts'
import {
  adoptSession,
  type CounterIdentity,
  closeSession,
  isInUse,
  isOpen,
  openSession,
  remainingMs,
  renewSession,
  sessionMs,
  type TerminalSession,
} from './session.ts'

/** A terminal with a session of ours on it. */
export interface Held {
  readonly link: ServiceLink
  readonly terminal: Terminal
  readonly session: TerminalSession
}
type NotSent = Extract<CommandFailure, { kind: 'not_sent' }>

/** Holds the session. Whoever calls `ensure`, `close` or `refresh` must own the flight: one at a time. */
export interface Holder {
  terminal(): Terminal | null
  held(): Held | null
  /** A session that lives at least `leastMs` longer, opened or renewed if need be. */
  ensure(leastMs: number, options?: { readonly force: boolean }): Promise<Result<Held, NotSent>>
  /** The service says that this session is over. */
  drop(session: TerminalSession): void
  /** Asks anew what the terminal can do: it may have been exchanged while its link was down. */
  refresh(): Promise<void>
  /** Gives the terminal back; nothing is opened after this. */
  close(): Promise<void>
}

export interface HolderOptions {
  readonly link: () => ServiceLink | null
  /** The terminal that settings or environment name, if they do. */
  readonly hsn: () => string | null
  readonly sessionFile: JsonFile<TerminalSession | null>
  /** Who this counter is, asked anew each time: its name may change. */
  readonly identity: () => Promise<CounterIdentity>
  readonly now: () => number
  readonly onStatus: (status: TerminalStatus) => void
  readonly onEvent: (event: TerminalEvent) => void
  readonly onBreak: () => void
}

export function createHolder(options: HolderOptions): Holder {
  let terminal: Terminal | null = null
  let session: TerminalSession | null = null
  /** When the present session runs out at the latest, by a clock that nobody sets, ms. */
  let endsBy = 0
  let follower: { readonly link: ServiceLink; readonly follower: Follower } | null = null
  let adoptionTried = false
  let closed = false

  function stopFollowing(): void {
    follower?.follower.stop()
    follower = null
  }

  function drop(ended: TerminalSession): void {
    if (session !== ended) return
    session = null
    stopFollowing()
    void options.sessionFile.write(null).catch(() => undefined)
  }

  async function hold(link: ServiceLink, found: Terminal, opened: TerminalSession): Promise<Held> {
    if (session !== opened) {
      stopFollowing()
      session = opened
      endsBy = performance.now() + Math.min(remainingMs(opened, options.now()), sessionMs)
      await options.sessionFile.write(opened).catch(() => undefined)
    }
    if (follower?.link !== link) {
      stopFollowing()
      follower = { link, follower: followTerminal(link, opened, options) }
      await follower.follower.opened
    }
    return { link, terminal: found, session: opened }
  }

  /** The counter's clock may be set back meanwhile: the key does not live longer for that. */
  const leftMs = (held: TerminalSession): number =>
    Math.min(remainingMs(held, options.now()), endsBy - performance.now())

  async function discover(link: ServiceLink): Promise<Result<Terminal, NotSent>> {
    const found = await findTerminal(link, options.hsn())
    if (!found.ok) return err(notSent(found.error))
    if (found.value === null) {
      const hsn = options.hsn()
      options.onStatus(hsn === null ? { kind: 'none' } : { kind: 'connecting', hsn, name: hsn })
      return err({ kind: 'not_sent', reason: 'terminal_not_connected', detail: 'No terminal is set up.' })
    }
    terminal = found.value
    options.onStatus({ kind: 'connecting', hsn: terminal.hsn, name: terminal.name })
    return ok(found.value)
  }

  /** Renews; a key that still opens the terminal is better than none. */
  async function renew(link: ServiceLink, old: TerminalSession) {
    const renewed = await renewSession(link, old, options.now, await options.identity())
    if (renewed.ok) return renewed
    const left = remainingMs(old, options.now()) > 0 ? await isOpen(link, old) : ok(false)
    return left.ok && left.value ? ok(old) : renewed
  }

  /** Opens, adopts, or renews; `session` is stale or too old when this is called. */
  async function open(link: ServiceLink, { hsn }: Terminal, force: boolean) {
    if (session !== null) {
      const old = session
      stopFollowing()
      session = null
      return renew(link, old)
    }
    if (!adoptionTried) {
      const adopted = await adoptSession(link, options.sessionFile, hsn, options.now())
      // Unanswered, it may be ours still: to connect now would find the terminal in use, by ourselves.
      if (!adopted.ok) return adopted
      adoptionTried = true
      if (adopted.value !== null) return ok(adopted.value)
    }
    return openSession(link, hsn, force, options.now, await options.identity())
  }

  return {
    terminal: () => terminal,
    held() {
      const link = options.link()
      return link === null || terminal === null || session === null ? null : { link, terminal, session }
    },
    async ensure(leastMs, { force } = { force: false }) {
      const link = options.link()
      if (link === null || closed) {
        return err({ kind: 'not_sent', reason: 'service_unreachable', detail: 'The service is not up.' })
      }
      if (terminal === null) {
        const found = await discover(link)
        if (!found.ok) return found
      }
      const chosen = terminal as Terminal | null
      if (chosen === null) return err(nowhere)
      if (session !== null && leftMs(session) >= leastMs) {
        return ok(await hold(link, chosen, session))
      }
      const opened = await open(link, chosen, force)
      if (opened.ok) return ok(await hold(link, chosen, opened.value))
      options.onStatus(statusOf(opened.error, chosen))
      return err(notSent(opened.error))
    },
    drop,
    async refresh() {
      const link = options.link()
      if (link === null || terminal === null) return
      const found = await findTerminal(link, terminal.hsn)
      if (found.ok && found.value !== null) terminal = found.value
    },
    async close() {
      closed = true
      const link = options.link()
      const open = session
      if (link === null || open === null) return
      drop(open)
      await closeSession(link, open)
    },
  }
}

const nowhere: NotSent = { kind: 'not_sent', reason: 'terminal_not_connected', detail: '' }

const notSent = (failure: CallFailure): NotSent => ({
  kind: 'not_sent',
  reason: reasonOf(failure),
  detail: detailOf(failure),
})

function statusOf(failure: CallFailure, { hsn, name }: Terminal): TerminalStatus {
  if (failure.kind !== 'refused' || !isInUse(failure)) return { kind: 'offline', hsn, name }
  const { held_by } = failure.error
  const holder = held_by === undefined ? null : { name: held_by.name, since: held_by.since }
  return { kind: 'in_use', hsn, name, held_by: holder, taken: null }
}
