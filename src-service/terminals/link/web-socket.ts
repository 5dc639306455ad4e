import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { addressGroup } from '../../http/address-group.ts'
import { type ClientAddress, clientAddressBehind } from '../../http/client-address.ts'
import { virtualTerminalOrigin } from '../../http/cors.ts'
import { refuseUpgrade } from '../../http/upgrades.ts'
import type { Log } from '../../log.ts'
import { createReadPace } from './read-pace.ts'
import { closeCodes, type LinkSocket, largestSignatureBytes, strangerBytes } from './socket.ts'
import { createSocketPlaces, type SocketCaps, type SocketPlace, socketCaps } from './socket-caps.ts'

/** How long a terminal may take to confirm the close of its link, in ms. */
const farewellMs = 250

export interface LinkServerOptions {
  readonly caps?: Partial<SocketCaps>
  readonly addressOf?: ClientAddress
}

/** Accepts the connections of `/terminals/link`. */
export function createLinkServer(
  accept: (socket: LinkSocket) => void,
  log: Log,
  { caps = {}, addressOf = clientAddressBehind(null) }: LinkServerOptions = {},
) {
  const server = new WebSocketServer({ noServer: true, maxPayload: largestSignatureBytes })
  const places = createSocketPlaces({ ...socketCaps, ...caps })
  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      if (isOfForeignPage(request.headers)) {
        refuseUpgrade(socket, 403)
        return
      }
      const address = addressOf(request.socket.remoteAddress, request.headers)
      const place = places.take(addressGroup(address), () => socket.destroy())
      if (place === null) {
        refuseUpgrade(socket, 503, ['retry-after: 10'])
        return
      }
      // Also releases the slot of a socket that ends before its handshake.
      socket.once('close', place.leave)
      server.handleUpgrade(request, socket, head, (webSocket) =>
        accept(linkSocketOf(webSocket, { raw: socket, place, address, log })),
      )
    },
    /** Closes every socket, even those that do not confirm the close. */
    close(): void {
      for (const webSocket of server.clients) {
        webSocket.close(closeCodes.goingAway, 'the service is stopping')
        setTimeout(() => webSocket.terminate(), farewellMs)
      }
      server.close()
    },
  }
}

/**
 * Whether a page in a browser opens the connection, which it could also read: browsers apply no CORS to WebSockets.
 * Only browsers call themselves Mozilla; libraries of terminals may send an origin, too.
 */
const isOfForeignPage = ({ origin, 'user-agent': program = '' }: IncomingHttpHeaders): boolean =>
  origin !== undefined && origin !== virtualTerminalOrigin && program.startsWith('Mozilla/')

interface LinkSocketParts {
  readonly raw: Duplex
  readonly place: SocketPlace
  readonly address: string
  readonly log: Log
}

/**
 * Wraps a WebSocket. Before the hello is accepted, no input beyond the size of a hello is parsed, and none after a
 * refusal: an unauthenticated client must cost next to nothing. An accepted terminal that sends without a pause is read
 * slowly, so that it costs the others nothing.
 */
function linkSocketOf(webSocket: WebSocket, { raw, place, address, log }: LinkSocketParts): LinkSocket {
  let allowed = strangerBytes
  let ended = false
  let strangerHasSent = 0
  const pace = createReadPace(() => performance.now())
  let resting: NodeJS.Timeout | undefined
  const readSlowly = (bytes: number) => {
    const waitMs = pace.count(bytes)
    if (waitMs === 0) return
    webSocket.pause()
    // Messages that had arrived already follow, and each makes the pause longer.
    clearTimeout(resting)
    resting = setTimeout(() => webSocket.resume(), waitMs)
    resting.unref()
  }
  const countBytes = (chunk: Buffer) => {
    strangerHasSent += chunk.length
    if (strangerHasSent > strangerBytes) end()
  }
  const end = () => {
    ended = true
    place.keep()
    webSocket.terminate()
  }
  const close = (code: number, reason: string) => {
    if (ended) return
    ended = true
    // Closing may take a while; meanwhile the socket must not take a waiting slot from honest terminals.
    place.keep()
    webSocket.close(code, reason)
    setTimeout(() => webSocket.terminate(), farewellMs).unref()
  }
  // Counts before `ws` gets the bytes, so that a frame that is too large is not even assembled.
  raw.prependListener('data', countBytes)
  // `ws` answers each of them at once.
  webSocket.on('ping', (data) => readSlowly(data.length))
  // The frame is too large or not WebSocket at all; `close` follows with its code.
  webSocket.on('error', (error) => log.warn({ reason: error.message, address }, 'terminal.link_failed'))
  return {
    address,
    send(message) {
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(JSON.stringify(message))
    },
    onMessage(listener) {
      webSocket.on('message', (data: Buffer, isBinary) => {
        if (ended) return
        place.greeting()
        readSlowly(data.length)
        if (data.length > allowed)
          return close(closeCodes.tooBig, 'larger than any answer that was asked for')
        const message = isBinary ? notJson : parsed(data.toString())
        if (message === notJson) close(closeCodes.notJson, 'messages are JSON text')
        else listener(message)
      })
    },
    onClose(listener) {
      webSocket.once('close', () => listener())
    },
    allow(bytes) {
      allowed = bytes
      raw.off('data', countBytes)
      place.keep()
    },
    close,
  }
}

const notJson: unique symbol = Symbol('not JSON')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return notJson
  }
}
