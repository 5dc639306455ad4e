import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type CallFailure, type Client, createClient } from '../../src-shared/api/client.ts'
import type { PortTrouble } from '../../src-shared/pos/terminals/installer.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { fromTerminalSchema } from '../../src-shared/terminal/messages.ts'
import {
  type SerialFromTerminal,
  type SerialToTerminal,
  serialFromTerminalSchema,
  serialSilenceMs,
} from '../../src-shared/terminal/serial.ts'
import type { Log } from '../log.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import { type FrameLine, openFrameLine } from './serial-frames.ts'

/** Connects the terminal on one serial port to the service until it is stopped. */
export interface SerialBridge {
  readonly path: string
  /** The terminal that sent its hello on this port; null while there is none. */
  hsn(): string | null
  /** Why the port is not open; null where it is, or has not been tried yet. */
  trouble(): PortTrouble | null
  stop(): void
}

export interface SerialBridgeOptions {
  readonly path: string
  /** How to reach the service now; null while it is not up. */
  readonly access: () => WayToService | null
  readonly onChange: () => void
  /** After this long without a frame, in ms, the terminal counts as gone. */
  readonly silenceMs?: number
  readonly log: Log
}

/** Uses only the compared certificate, where there is one, like all connections to the service. */
export type WayToService = Pick<ServiceAccess, 'url' | 'fetch' | 'agent'>

/** Pause between attempts to open a missing port, in ms. */
const lookMs = 1_000
/** Maximum time for the service's handshake, in ms; then it is dialled again. */
const handshakeMs = 10_000
/** WebSocket's code for a broken connection. */
const broken = 1006
const linkPath = '/terminals/link'

/** The bridged data is encrypted or harmless, and is never written to the log. */
export function startSerialBridge(options: SerialBridgeOptions): SerialBridge {
  const { path, access, log, silenceMs = serialSilenceMs } = options
  const stopping = new AbortController()
  let line: FrameLine | null = null
  let link: WebSocket | null = null
  let linkName = ''
  let hsn: string | null = null
  let lastReceivedAt = 0
  let activating = false
  /** The system's message why the port is not open; empty where it is. */
  let notOpened = ''
  // A serial port does not report that the terminal is gone.
  const listening = setInterval(() => {
    if (link !== null && performance.now() - lastReceivedAt > silenceMs) hangUp()
  }, silenceMs / 4)

  const sendControl = (frame: SerialToTerminal) => line?.send(JSON.stringify(frame))
  const setTerminal = (next: string | null) => {
    if (next === hsn) return
    hsn = next
    log.info({ path, hsn }, 'serial.terminal')
    options.onChange()
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
    socket.on('message', (data) => isCurrent() && line?.send(String(data)))
    socket.on('error', () => undefined)
    socket.on('close', (code, reason) => {
      if (!isCurrent()) return
      link = null
      setTerminal(null)
      sendControl({ type: 'closed', code, reason: String(reason) })
    })
  }

  async function activate(frame: Activation): Promise<void> {
    const way = access()
    if (way === null) {
      sendControl({ type: 'not_activated', reason: 'The service is not up', final: false })
      return
    }
    // A terminal asks every two seconds; a second request would be refused because the code is used up.
    if (activating) return
    activating = true
    const client = createClient({ baseUrl: way.url, apiKey: '', fetch: way.fetch })
    const answer = await carry(client, frame)
    activating = false
    if (answer.ok) {
      sendControl(answer.value)
      return
    }
    const { error } = answer
    const reason = error.kind === 'refused' ? error.error.message : error.reason
    sendControl({ type: 'not_activated', reason, final: error.kind === 'refused' })
  }

  function receive(text: string): void {
    lastReceivedAt = performance.now()
    const message = parsed(text)
    const control = serialFromTerminalSchema.safeParse(message).data
    if (control === undefined) passOn(text, message)
    else if (control.type === 'dial') dial()
    else if (control.type === 'hang_up') hangUp()
    else if (control.type === 'beat') beatOf(control.link)
    else void activate(control)
  }

  /**
   * A terminal that beats for another link was moved here from another port, without a pause that would show it: the
   * prompts for one terminal's customer must not appear on the other.
   */
  function beatOf(name: string | undefined): void {
    if (link !== null && (name === undefined || name === linkName)) return
    hangUp()
    answerUnlinked()
  }

  /**
   * Answers a terminal that wrongly believes to be linked, because this counter was restarted or had given the link up.
   * Without this the terminal would go on prompting its customer for a sale that is over.
   */
  function answerUnlinked(): void {
    sendControl({ type: 'closed', code: broken, reason: 'The counter was interrupted' })
  }

  /** Drops noise instead of passing it on: the service would take the terminal for a broken one. */
  function passOn(text: string, message: unknown): void {
    const known = fromTerminalSchema.safeParse(message).data
    if (known === undefined) return
    if (link === null) {
      answerUnlinked()
      return
    }
    if (known.type === 'hello') setTerminal(known.hsn)
    if (link.readyState === WebSocket.OPEN) link.send(text)
  }

  /** Logs the reason once, not each second. */
  function setNotOpened(reason: string): void {
    if (reason === notOpened) return
    notOpened = reason
    if (reason !== '') log.warn({ path, reason }, 'serial.not_opened')
    options.onChange()
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const closed = await new Promise<boolean>((resolve) => {
        openFrameLine(path, { frame: receive, close: () => resolve(true) }).then(
          (opened) => {
            line = opened
            if (stopping.signal.aborted) opened.close()
            else {
              log.info({ path }, 'serial.opened')
              setNotOpened('')
            }
          },
          (error: unknown) => {
            setNotOpened(error instanceof Error ? error.message : String(error))
            resolve(false)
          },
        )
      })
      line = null
      hangUp()
      if (closed) log.info({ path }, 'serial.closed')
      await delay(lookMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  void run()
  return {
    path,
    hsn: () => hsn,
    trouble: () => (notOpened === '' ? null : troubleOf(notOpened)),
    stop() {
      stopping.abort()
      clearInterval(listening)
      line?.close()
      hangUp()
    },
  }
}

/** @param reason the message of Linux, macOS or Windows: the library does not pass on a code */
function troubleOf(reason: string): PortTrouble {
  if (/no such file|file not found|no such device/i.test(reason)) return 'missing'
  if (/cannot lock|busy|temporarily unavailable/i.test(reason)) return 'in_use'
  return /permission denied|access (is )?denied/i.test(reason) ? 'denied' : 'failed'
}

type Activation = Extract<SerialFromTerminal, { type: 'activate' | 'begin_activation' }>

/** Passes on one request of an activation; the counter has no use for its content. */
async function carry(client: Client, frame: Activation): Promise<Result<SerialToTerminal, CallFailure>> {
  if (frame.type === 'begin_activation') {
    const { type: _, ...body } = frame
    const begun = await client.call('terminals.begin_activation', { body })
    return begun.ok ? ok({ type: 'activation_begun', ...begun.value }) : begun
  }
  const { type: _, ...body } = frame
  const activated = await client.call('terminals.activate', { body })
  return activated.ok ? ok({ type: 'activated', ...activated.value }) : activated
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
