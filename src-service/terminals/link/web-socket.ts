import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Log } from '../../log.ts'
import { closeCodes, type LinkSocket } from './socket.ts'

/**
 * A signature of 999 by 999 pixels in 24 bits is 3 MB, and a third more as base64: the largest honest message.
 * What is larger ends the link.
 */
const maximumMessageBytes = 4_500_000

/** How long a terminal may take to answer the end of its link, ms. */
const farewellMs = 250

/** Takes over the connections of `/terminals/link`. */
export function createLinkServer(accept: (socket: LinkSocket) => void, log: Log) {
  const server = new WebSocketServer({ noServer: true, maxPayload: maximumMessageBytes })
  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      server.handleUpgrade(request, socket, head, (webSocket) => accept(linkSocketOf(webSocket, log)))
    },
    /** Ends every socket, also those that do not answer the farewell. */
    close(): void {
      for (const webSocket of server.clients) {
        webSocket.close(closeCodes.goingAway, 'the service is stopping')
        setTimeout(() => webSocket.terminate(), farewellMs)
      }
      server.close()
    },
  }
}

function linkSocketOf(webSocket: WebSocket, log: Log): LinkSocket {
  // A frame that is too large or not WebSocket at all: `close` follows with its code.
  webSocket.on('error', (error) => log.warn({ reason: error.message }, 'terminal.link_failed'))
  return {
    send(message) {
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(JSON.stringify(message))
    },
    onMessage(listener) {
      webSocket.on('message', (data, isBinary) => {
        const message = isBinary ? notJson : parsed(data.toString())
        if (message === notJson) webSocket.close(closeCodes.notJson, 'messages are JSON text')
        else listener(message)
      })
    },
    onClose(listener) {
      webSocket.once('close', () => listener())
    },
    close(code, reason) {
      webSocket.close(code, reason)
    },
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
