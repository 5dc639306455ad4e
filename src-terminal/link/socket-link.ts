import { type FromTerminal, type ToTerminal, toTerminalSchema } from '../../src-shared/terminal/messages.ts'
import { type LinkEnd, normalClosure, type TerminalLink } from './link.ts'

/** What a page's WebSocket and that of node's `ws` have in common. */
export interface Socket {
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: LinkEnd) => void): void
}

/** Opens a socket to an address. */
export type SocketFactory = (url: string) => Socket

/** The link's address on a service: `http://host:1` becomes `ws://host:1/terminals/link`. */
export const linkAddress = (serviceUrl: string): string =>
  `${serviceUrl.replace(/\/+$/, '').replace(/^http/, 'ws')}/terminals/link`

/** After such a silence this terminal asks for a sign of life, and again after as long; so long a one is the end, ms. */
const pingEveryMs = 15_000
const silenceMs = 40_000
const openWithinMs = 10_000
/** A frame that is no message of ours: WebSocket's code for a broken protocol is not ours to send. */
const brokenProtocol = 4400
const silentPeer = 4408

/** Dials. Resolves with the open link, rejects when it cannot be had within 10 s. */
export const openSocketLink = (open: SocketFactory, serviceUrl: string): Promise<TerminalLink> =>
  linkOnceOpen(() => open(linkAddress(serviceUrl)), serviceUrl)

/** @param where for the words of a failure. */
export function linkOnceOpen(open: () => Socket, where: string): Promise<TerminalLink> {
  return new Promise((resolve, reject) => {
    const socket = open()
    const timer = setTimeout(() => socket.close(), openWithinMs)
    let opened = false
    socket.addEventListener('error', () => {})
    socket.addEventListener('open', () => {
      opened = true
      clearTimeout(timer)
      resolve(linkOf(socket))
    })
    socket.addEventListener('close', ({ code }) => {
      clearTimeout(timer)
      if (!opened) reject(new Error(`The service cannot be reached at ${where} (${code}).`))
    })
  })
}

function linkOf(socket: Socket): TerminalLink {
  let ended: LinkEnd | null = null
  let lastReceivedAt = performance.now()
  const closeListeners: ((end: LinkEnd) => void)[] = []
  const send = (message: FromTerminal) => {
    if (ended === null) socket.send(JSON.stringify(message))
  }
  const finish = (end: LinkEnd) => {
    if (ended !== null) return
    ended = end
    clearTimeout(heartbeat)
    for (const listener of closeListeners) listener(end)
  }
  const close = (code = normalClosure, reason = '') => {
    socket.close(code, reason)
    finish({ code, reason })
  }
  // By real time, not by the terminal's clock: the connection is real.
  const beat = () => {
    const silentMs = performance.now() - lastReceivedAt
    if (silentMs > silenceMs) return close(silentPeer, 'The service fell silent')
    // Whatever arrived was a sign of life, such as the service's own ping.
    if (silentMs >= pingEveryMs) send({ type: 'ping' })
    const nextMs = silentMs >= pingEveryMs ? pingEveryMs : Math.ceil(pingEveryMs - silentMs)
    heartbeat = setTimeout(beat, nextMs)
  }
  let heartbeat = setTimeout(beat, pingEveryMs)
  socket.addEventListener('close', ({ code, reason }) => finish({ code, reason }))
  // The service speaks first, and its challenge may come with the opening itself: it waits for its listener.
  const waiting: ToTerminal[] = []
  const messageListeners: ((message: ToTerminal) => void)[] = []
  socket.addEventListener('message', ({ data }) => {
    lastReceivedAt = performance.now()
    const message = parse(data)
    if (message === null) close(brokenProtocol, 'Not a message of this protocol')
    else if (messageListeners.length === 0) waiting.push(message)
    else for (const listener of messageListeners) listener(message)
  })
  return {
    send,
    onMessage(listener) {
      messageListeners.push(listener)
      for (const message of waiting.splice(0)) listener(message)
    },
    onClose(listener) {
      closeListeners.push(listener)
      if (ended !== null) listener(ended)
    },
    close,
  }
}

function parse(data: unknown) {
  try {
    const parsed = toTerminalSchema.safeParse(JSON.parse(String(data)))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
