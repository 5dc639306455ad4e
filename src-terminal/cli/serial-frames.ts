import { read } from 'node:fs'
import { promisify } from 'node:util'
import { SerialPort } from 'serialport'
import { mendSerialPort } from '../../src-shared/mend-serial-port.ts'
import { longestFrame, type SerialFromTerminal, serialBaudRate } from '../../src-shared/terminal/serial.ts'
import { createSlipReader, slipFrame } from '../../src-shared/terminal/slip.ts'

/** The terminal's end of a serial line: JSON texts in SLIP frames (src-shared/terminal/serial.ts). */
export interface SerialFrames {
  /** Does nothing before the port is open and after its end. */
  send(text: string): void
  ask(frame: SerialFromTerminal): void
  /** Sends pending data first. */
  close(): void
}

export interface SerialFramesOptions {
  readonly path: string
  readonly onOpen: () => void
  /** @param frame the frame's text, and its content if it is JSON. */
  readonly onFrame: (text: string, value: unknown) => void
  /** Called once: the port could not be opened, was unplugged, or was closed by this side. */
  readonly onEnd: (reason: string) => void
}

const calls = { read: promisify(read), soon: setImmediate }

export function openSerialFrames({ path, onOpen, onFrame, onEnd }: SerialFramesOptions): SerialFrames {
  const port = new SerialPort({ path, baudRate: serialBaudRate, autoOpen: false })
  port.once('open', () => mendSerialPort(port.port, calls))
  let ended = false
  const end = (reason: string) => {
    if (ended) return
    ended = true
    // Who opens the port again must not find it still locked by this side.
    if (port.isOpen) port.close(() => onEnd(reason))
    else onEnd(reason)
  }
  const send = (text: string) => {
    if (port.isOpen) port.write(slipFrame(Buffer.from(text, 'utf8')))
  }
  const readFrames = createSlipReader(longestFrame, (frame) => {
    const text = Buffer.from(frame).toString('utf8')
    if (!ended) onFrame(text, parsed(text))
  })
  port.on('error', () => end('The serial line broke'))
  port.on('close', () => end('The serial line was unplugged'))
  port.open((error) => {
    if (error) return end(`${path} cannot be opened: ${error.message}`)
    port.on('data', readFrames)
    onOpen()
  })
  return {
    send,
    ask: (frame) => send(JSON.stringify(frame)),
    close() {
      if (port.isOpen) port.drain(() => end('The line was closed'))
      else end('The line was closed')
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
