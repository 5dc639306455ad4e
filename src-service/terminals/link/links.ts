import { err, type Result } from '../../../src-shared/result.ts'
import { linkProtocol } from '../../../src-shared/terminal/handshake.ts'
import {
  type FromTerminal,
  fromTerminalSchema,
  linkCloseCodes,
  type ToTerminal,
} from '../../../src-shared/terminal/messages.ts'
import { randomHex } from '../../../src-shared/terminal/proofs.ts'
import type { Services } from '../../services.ts'
import { isoTime } from '../../time/clock.ts'
import type { TerminalEvents } from '../terminal-events.ts'
import type { TerminalTimings } from '../timings.ts'
import type { TerminalGateway } from './gateway.ts'
import { createLinkedTerminal, type LinkedTerminal } from './linked-terminal.ts'
import { closeCodes, type LinkSocket, type RealTimer, welcomeBytes } from './socket.ts'

export type Hello = Extract<FromTerminal, { type: 'hello' }>
export type Welcome = Extract<ToTerminal, { type: 'welcome' }>

/** An accepted hello. */
export interface Greeted {
  readonly welcome: Welcome
  /** Hash of the terminal's key. */
  readonly credential: string
}

export interface LinkParts extends Pick<Services, 'clock' | 'newId' | 'log'> {
  readonly events: TerminalEvents
  readonly timings: TerminalTimings
  readonly realTimer: RealTimer
  /** Called when a link of this process comes up or goes down. */
  onLink?(hsn: string, connected: boolean): void
  /** Accepts a hello, or returns the reason for refusing it. */
  greet(hello: Hello, challenge: string): Promise<Result<Greeted, string>>
}

/** The links that this process holds, and the gateway to them. */
export interface Links extends TerminalGateway {
  /** Takes a new connection: the terminal must send hello first. */
  accept(socket: LinkSocket): void
  /** Hash of the linked terminal's key; null when it is not linked. */
  credentialOf(hsn: string): string | null
  /** Ends the link of a terminal, if there is one. */
  drop(hsn: string, code: number, reason: string): void
  dropAll(reason: string): void
}

/**
 *   accept ─challenge, hello, accepted▶ linked ─closed, silent, replaced, not understood▶ ended
 *      ╰──no hello, refused, not understood▶ ended
 */
export function createLinks(parts: LinkParts): Links {
  const { clock, events, log, timings, realTimer } = parts
  const linked = new Map<string, LinkedTerminal>()
  /** Numbers connections by arrival: the newest accepted one gets the terminal. */
  let connections = 0
  const orders = new WeakMap<LinkedTerminal, number>()

  function publishLink(hsn: string, connected: boolean): void {
    parts.onLink?.(hsn, connected)
    events.publish({ type: 'link', hsn, connected, at: isoTime(clock.dated(clock.verified())) })
  }

  function link(hsn: string, credential: string, { socket, order }: Connection): LinkedTerminal {
    linked.get(hsn)?.close(linkCloseCodes.replaced, 'this terminal connected again elsewhere')
    const terminal = createLinkedTerminal({
      hsn,
      credential,
      socket,
      clock,
      realTimer,
      timings,
      spread: (order * goldenRatio) % 1,
      onEnd() {
        if (linked.get(hsn) !== terminal) return
        linked.delete(hsn)
        log.info({ hsn }, 'terminal.link_down')
        publishLink(hsn, false)
      },
    })
    linked.set(hsn, terminal)
    orders.set(terminal, order)
    log.info({ hsn }, 'terminal.link_up')
    publishLink(hsn, true)
    return terminal
  }

  interface Connection {
    readonly socket: LinkSocket
    readonly order: number
    ended(): boolean
  }

  async function greet(
    hello: Hello,
    challenge: string,
    connection: Connection,
  ): Promise<LinkedTerminal | null> {
    const { socket, order, ended } = connection
    const greeted = await parts.greet(hello, challenge)
    // The connection ended while its hello was checked: it must not replace a live link.
    if (ended()) return null
    if (!greeted.ok) {
      log.warn({ hsn: hello.hsn, address: socket.address, reason: greeted.error }, 'terminal.link_refused')
      socket.send({ type: 'refused', reason: greeted.error })
      socket.close(linkCloseCodes.credentialRefused, 'the credential was refused')
      return null
    }
    const before = linked.get(hello.hsn)
    if (before !== undefined && (orders.get(before) ?? 0) > order) {
      socket.close(linkCloseCodes.replaced, 'this terminal connected again elsewhere')
      return null
    }
    socket.allow(welcomeBytes)
    socket.send(greeted.value.welcome)
    return link(hello.hsn, greeted.value.credential, connection)
  }

  function accept(socket: LinkSocket): void {
    let state: 'silent' | 'greeting' | 'ended' | LinkedTerminal = 'silent'
    const refuse = (code: number, reason: string) => {
      if (typeof state !== 'string') state.close(code, reason)
      else socket.close(code, reason)
      state = 'ended'
    }
    connections += 1
    const connection: Connection = { socket, order: connections, ended: () => state === 'ended' }
    const challenge = randomHex(32)
    const stopWaiting = realTimer(timings.helloMs, () => {
      if (state === 'silent') refuse(closeCodes.notUnderstood, 'no hello')
    })
    socket.onClose(() => {
      stopWaiting()
      if (typeof state !== 'string') state.lost()
      state = 'ended'
    })
    socket.onMessage((raw) => {
      if (state === 'ended') return
      const message = fromTerminalSchema.safeParse(raw)
      if (!message.success) {
        if (isOutdatedHello(raw)) {
          log.warn({ reason: 'an outdated protocol', address: socket.address }, 'terminal.link_refused')
          socket.send({ type: 'refused', reason: outdated })
          return refuse(linkCloseCodes.protocolOutdated, outdated)
        }
        const where = message.error.issues[0]?.path.join('.') ?? ''
        log.warn({ where, address: socket.address }, 'terminal.message_not_understood')
        return refuse(closeCodes.notUnderstood, `message not understood at "${where.slice(0, 60)}"`)
      }
      if (message.data.type !== 'hello') {
        if (state === 'greeting' && message.data.type === 'ping') return socket.send({ type: 'pong' })
        if (typeof state === 'string') return refuse(closeCodes.notUnderstood, 'hello comes first')
        return state.receive(message.data)
      }
      if (state !== 'silent') return refuse(closeCodes.notUnderstood, 'hello comes once')
      state = 'greeting'
      greet(message.data, challenge, connection).then(
        (terminal) => {
          state = terminal ?? 'ended'
        },
        (error: unknown) => {
          log.error({ err: error }, 'terminal.hello_failed')
          refuse(1011, 'the service failed')
        },
      )
    })
    socket.send({ type: 'challenge', protocol: linkProtocol, nonce: challenge })
  }

  return {
    accept,
    credentialOf: (hsn) => linked.get(hsn)?.credential ?? null,
    drop: (hsn, code, reason) => linked.get(hsn)?.close(code, reason),
    dropAll(reason) {
      for (const terminal of [...linked.values()]) terminal.close(closeCodes.goingAway, reason)
    },
    isLinked: (hsn) => linked.has(hsn),
    async send(hsn, command, options) {
      const terminal = linked.get(hsn)
      if (terminal === undefined) return err('not_connected')
      return terminal.send(options.id ?? parts.newId('command'), command, options)
    },
    async ping(hsn) {
      const terminal = linked.get(hsn)
      return terminal === undefined ? err('not_connected') : terminal.ping()
    },
  }
}

/** The fractional parts of its multiples are evenly distributed between 0 and 1, for any number of them. */
const goldenRatio = 0.618_033_988_75

/** At most 123 bytes, a limit of WebSocket. */
const outdated = 'This terminal speaks an old version of the link. Update its software and activate it again.'

const isOutdatedHello = (raw: unknown): boolean =>
  typeof raw === 'object' &&
  raw !== null &&
  'type' in raw &&
  raw.type === 'hello' &&
  'protocol' in raw &&
  typeof raw.protocol === 'number' &&
  raw.protocol !== linkProtocol
