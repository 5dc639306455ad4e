import { setTimeout as delay } from 'node:timers/promises'
import type { PortTrouble } from '../../src-shared/pos/terminals/installer.ts'
import { fromTerminalSchema } from '../../src-shared/terminal/messages.ts'
import {
  type SerialToTerminal,
  serialFromTerminalSchema,
  serialSilenceMs,
} from '../../src-shared/terminal/serial.ts'
import type { Log } from '../log.ts'
import { createSerialActivation } from './serial-activation.ts'
import { type FrameLine, openFrameLine } from './serial-frames.ts'
import { createSerialLink, type WayToService } from './serial-link.ts'

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

/** Pause between attempts to open a missing port, in ms. */
const lookMs = 1_000

/** The bridged data is encrypted or harmless, and is never written to the log. */
export function startSerialBridge(options: SerialBridgeOptions): SerialBridge {
  const { path, access, log, silenceMs = serialSilenceMs } = options
  const stopping = new AbortController()
  let line: FrameLine | null = null
  let lastReceivedAt = 0
  /** The system's message why the port is not open; empty where it is. */
  let notOpened = ''

  const sendControl = (frame: SerialToTerminal) => line?.send(JSON.stringify(frame))
  const activate = createSerialActivation(access)
  const link = createSerialLink({
    access,
    send: (text) => line?.send(text),
    sendControl,
    onTerminal(hsn) {
      log.info({ path, hsn }, 'serial.terminal')
      options.onChange()
    },
  })
  // A serial port does not report that the terminal is gone.
  const listening = setInterval(() => {
    if (link.isUp() && performance.now() - lastReceivedAt > silenceMs) link.hangUp()
  }, silenceMs / 4)

  async function receive(text: string): Promise<void> {
    lastReceivedAt = performance.now()
    const message = parsed(text)
    const control = serialFromTerminalSchema.safeParse(message).data
    if (control === undefined) {
      // Noise is dropped: the service would take the terminal for a broken one.
      const known = fromTerminalSchema.safeParse(message).data
      if (known !== undefined) link.pass(text, known)
    } else if (control.type === 'dial') link.dial()
    else if (control.type === 'hang_up') link.hangUp()
    else if (control.type === 'beat') link.beat(control.link)
    else {
      const answer = await activate(control)
      if (answer !== null) sendControl(answer)
    }
  }

  /** Logs the reason once, not each second. */
  function setNotOpened(reason: string): void {
    if (reason === notOpened) return
    notOpened = reason
    if (reason !== '') log.warn({ path, reason }, 'serial.not_opened')
    options.onChange()
  }

  /** Opens the port and resolves when it was closed. Rejects when it could not be opened. */
  async function openUntilClosed(): Promise<void> {
    let onClose = () => {}
    const closed = new Promise<void>((resolve) => {
      onClose = resolve
    })
    line = await openFrameLine(path, { frame: (text) => void receive(text), close: onClose })
    if (stopping.signal.aborted) line.close()
    else {
      log.info({ path }, 'serial.opened')
      setNotOpened('')
    }
    await closed
    log.info({ path }, 'serial.closed')
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await openUntilClosed().catch((error: unknown) =>
        setNotOpened(error instanceof Error ? error.message : String(error)),
      )
      line = null
      link.hangUp()
      await delay(lookMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  void run()
  return {
    path,
    hsn: link.hsn,
    trouble: () => (notOpened === '' ? null : troubleOf(notOpened)),
    stop() {
      stopping.abort()
      clearInterval(listening)
      line?.close()
      link.hangUp()
    },
  }
}

/** @param reason the message of Linux, macOS or Windows: the library does not pass on a code */
function troubleOf(reason: string): PortTrouble {
  if (/no such file|file not found|no such device/i.test(reason)) return 'missing'
  if (/cannot lock|busy|temporarily unavailable/i.test(reason)) return 'in_use'
  return /permission denied|access (is )?denied/i.test(reason) ? 'denied' : 'failed'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
