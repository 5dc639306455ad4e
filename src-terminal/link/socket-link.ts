import { type FromTerminal, type ToTerminal, toTerminalSchema } from '../../src-shared/terminal/messages.ts'
import { type LinkEnd, normalClosure, type TerminalLink } from './link.ts'

/** The common interface of a browser's WebSocket and Node's `ws`. */
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

/** Time without a message before each ping, and the longer time that ends the link, in ms. */
const pingEveryMs = 15_000
const silenceMs = 40_000
const openWithinMs = 10_000
/** Close code for a frame that is not our message; WebSocket's own code for a protocol error may not be sent. */
const brokenProtocol = 4400
const silentPeer = 4408

/** Dials. Resolves with the open link; rejects if it does not open within 10 s. */
export const openSocketLink = (open: SocketFactory, serviceUrl: string): Promise<TerminalLink> =>
  linkOnceOpen(() => open(linkAddress(serviceUrl)), serviceUrl)

/** @param where for the text of a failure. */
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
  // By real time, not the terminal's clock, because the connection is real.
  const beat = () => {
    const silentMs = performance.now() - lastReceivedAt
    if (silentMs > silenceMs) return close(silentPeer, 'The service fell silent')
    // Any message counts as a sign of life, such as the service's own ping.
    if (silentMs >= pingEveryMs) send({ type: 'ping' })
    const nextMs = silentMs >= pingEveryMs ? pingEveryMs : Math.ceil(pingEveryMs - silentMs)
    heartbeat = setTimeout(beat, nextMs)
  }
  let heartbeat = setTimeout(beat, pingEveryMs)
  socket.addEventListener('close', ({ code, reason }) => finish({ code, reason }))
  // The service speaks first, and its challenge may arrive together with the open event: it waits for a listener.
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
