import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import type { FromTerminal } from '../../src-shared/terminal/messages.ts'
import type { SerialToTerminal } from '../../src-shared/terminal/serial.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'

/** Uses only the compared certificate, where there is one, like all connections to the service. */
export type WayToService = Pick<ServiceAccess, 'url' | 'fetch' | 'agent'>

/** The link to the service of the terminal on a serial port. */
export interface SerialLink {
  /** The terminal that sent its hello on this link; null while there is none. */
  hsn(): string | null
  isUp(): boolean
  dial(): void
  hangUp(): void
  /** A sign of life of a terminal that is on the link with this name; without a name it is not checked. */
  beat(name: string | undefined): void
  /** @param text the message as the terminal sent it */
  pass(text: string, message: FromTerminal): void
}

/** Maximum time for the service's handshake, in ms; then it is dialled again. */
const handshakeMs = 10_000
/** WebSocket's code for a broken connection. */
const broken = 1006
const linkPath = '/terminals/link'

export function createSerialLink(options: {
  /** How to reach the service now; null while it is not up. */
  readonly access: () => WayToService | null
  /** Sends a message of the service to the terminal. */
  readonly send: (text: string) => void
  readonly sendControl: (frame: SerialToTerminal) => void
  readonly onTerminal: (hsn: string | null) => void
}): SerialLink {
  const { access, send, sendControl } = options
  let link: WebSocket | null = null
  let linkName = ''
  let hsn: string | null = null

  const setTerminal = (next: string | null) => {
    if (next === hsn) return
    hsn = next
    options.onTerminal(hsn)
  }

  function hangUp(): void {
    const open = link
    link = null
    open?.close()
    setTerminal(null)
  }

  function dial(): void {
    // A terminal dials every second; restarting each time would never reach a service that takes longer.
    if (link?.readyState === WebSocket.CONNECTING) return
    // A terminal that dials has no link: an existing link is from before its restart.
    hangUp()
    const way = access()
    if (way === null) {
      sendControl({ type: 'closed', code: broken, reason: 'The service is not up' })
      return
    }
    const socket = new WebSocket(`${way.url.replace(/^http/, 'ws')}${linkPath}`, {
      handshakeTimeout: handshakeMs,
      ...(way.agent === null ? {} : { agent: way.agent }),
    })
    const name = randomUUID()
    link = socket
    linkName = name
    const isCurrent = () => link === socket
    socket.on('open', () => isCurrent() && sendControl({ type: 'open', link: name }))
    socket.on('message', (data) => isCurrent() && send(String(data)))
    socket.on('error', () => undefined)
    socket.on('close', (code, reason) => {
      if (!isCurrent()) return
      link = null
      setTerminal(null)
      sendControl({ type: 'closed', code, reason: String(reason) })
    })
  }

  /**
   * Answers a terminal that wrongly believes to be linked, because this counter was restarted or had given the link up.
   * Without this the terminal would go on prompting its customer for a sale that is over.
   */
  function answerUnlinked(): void {
    sendControl({ type: 'closed', code: broken, reason: 'The counter was interrupted' })
  }

  return {
    hsn: () => hsn,
    isUp: () => link !== null,
    dial,
    hangUp,
    beat(name) {
      if (link !== null && (name === undefined || name === linkName)) return
      // A terminal that beats for another link was moved here from another port, without a pause that would show it:
      // the prompts for one terminal's customer must not appear on the other.
      hangUp()
      answerUnlinked()
    },
    pass(text, message) {
      if (link === null) {
        answerUnlinked()
        return
      }
      if (message.type === 'hello') setTerminal(message.hsn)
      if (link.readyState === WebSocket.OPEN) link.send(text)
    },
  }
}
