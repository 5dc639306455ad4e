import type { FromTerminal, ToTerminal } from '../../src-shared/terminal/messages.ts'

/**
 * One connection between a terminal and the service, without framing: a WebSocket, a serial line, or a direct call
 * inside one process. Messages sent after the end are dropped.
 */
interface Link<Sent, Received> {
  send(message: Sent): void
  /** Messages that arrived before the first listener are kept for it. */
  onMessage(listener: (message: Received) => void): void
  /** Called once, also if this side closed. Codes: `linkCloseCodes`, otherwise those of WebSocket. */
  onClose(listener: (end: LinkEnd) => void): void
  close(code?: number, reason?: string): void
}

export interface LinkEnd {
  readonly code: number
  readonly reason: string
}

/** The terminal's end of a link. */
export type TerminalLink = Link<FromTerminal, ToTerminal>
/** The service's end of a link. */
export type ServiceLink = Link<ToTerminal, FromTerminal>

/** WebSocket's code for a normal close. */
export const normalClosure = 1000

/** Two ends of a link inside one process. Messages arrive in order, each in a microtask of its own. */
export function createLinkPair(): { readonly terminal: TerminalLink; readonly service: ServiceLink } {
  const state = { open: true }
  const terminal = createEnd<FromTerminal, ToTerminal>(state)
  const service = createEnd<ToTerminal, FromTerminal>(state)
  terminal.connect(service)
  service.connect(terminal)
  return { terminal: terminal.link, service: service.link }
}

interface End<Sent, Received> {
  readonly link: Link<Sent, Received>
  connect(peer: { deliver(message: Sent): void; end(end: LinkEnd): void }): void
  deliver(message: Received): void
  end(end: LinkEnd): void
}

function createEnd<Sent, Received>(shared: { open: boolean }): End<Sent, Received> {
  let peer: { deliver(message: Sent): void; end(end: LinkEnd): void } | null = null
  const waiting: Received[] = []
  const messageListeners: ((message: Received) => void)[] = []
  const closeListeners: ((end: LinkEnd) => void)[] = []
  let ended: LinkEnd | null = null

  const end = (how: LinkEnd) => {
    ended = how
    for (const listener of closeListeners) listener(how)
  }
  return {
    link: {
      send(message) {
        if (!shared.open) return
        const copy = structuredClone(message)
        // A later close does not stop it: messages sent before the close arrive, as on a socket.
        queueMicrotask(() => peer?.deliver(copy))
      },
      onMessage(listener) {
        messageListeners.push(listener)
        for (const message of waiting.splice(0)) listener(message)
      },
      onClose(listener) {
        closeListeners.push(listener)
        if (ended !== null) listener(ended)
      },
      close(code = normalClosure, reason = '') {
        if (!shared.open) return
        shared.open = false
        queueMicrotask(() => {
          peer?.end({ code, reason })
          end({ code, reason })
        })
      },
    },
    connect(other) {
      peer = other
    },
    deliver(message) {
      if (ended !== null) return
      if (messageListeners.length === 0) waiting.push(message)
      for (const listener of messageListeners) listener(message)
    },
    end,
  }
}
