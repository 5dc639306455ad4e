import { toTerminalSchema } from '../../src-shared/terminal/messages.ts'
import { serialBeatMs, serialToTerminalSchema } from '../../src-shared/terminal/serial.ts'
import { type LinkEnd, normalClosure } from '../link/link.ts'
import type { Socket } from '../link/socket-link.ts'
import { openSerialFrames } from './serial-frames.ts'

/** WebSocket's code for a broken connection: the counter did not connect to the service, or the cable is unplugged. */
const broken = 1006
const dialEveryMs = 1_000

interface Listeners {
  readonly open: (() => void)[]
  readonly error: (() => void)[]
  readonly message: ((event: { readonly data: unknown }) => void)[]
  readonly close: ((event: LinkEnd) => void)[]
}

/**
 * A serial line with the interface of a WebSocket. It dials by asking the counter repeatedly, opens when the counter
 * has reached the service, and closes with the service's code or when the cable is unplugged.
 */
export function openSerialSocket(path: string): Socket {
  const listeners: Listeners = { open: [], error: [], message: [], close: [] }
  let state: 'dialling' | 'open' | 'closed' = 'dialling'
  let link: { readonly link?: string } = {}
  const end = (how: LinkEnd) => {
    if (state === 'closed') return
    state = 'closed'
    clearInterval(dialling)
    clearInterval(beating)
    frames.close()
    for (const listener of listeners.close) listener(how)
  }
  const frames = openSerialFrames({
    path,
    onOpen: () => frames.ask({ type: 'dial' }),
    onEnd: (reason) => end({ code: broken, reason }),
    onFrame(text, value) {
      const control = serialToTerminalSchema.safeParse(value).data
      if (control === undefined) {
        // Noise on the line is not a message: unlike socket frames, serial frames may be damaged.
        if (state !== 'open' || !toTerminalSchema.safeParse(value).success) return
        for (const listener of listeners.message) listener({ data: text })
      } else if (control.type === 'open') {
        // Another dial may cross with the answer to the one before: its link replaces the first.
        link = control.link === undefined ? {} : { link: control.link }
        if (state !== 'dialling') return
        state = 'open'
        clearInterval(dialling)
        for (const listener of listeners.open) listener()
      } else if (control.type === 'closed' && (state === 'open' || control.code !== broken)) {
        // While dialling, "not reached" answers only one try; the next try follows automatically.
        end({ code: control.code, reason: control.reason })
      }
    },
  })
  const beating = setInterval(() => {
    if (state === 'open') frames.ask({ type: 'beat', ...link })
  }, serialBeatMs)
  const dialling = setInterval(() => frames.ask({ type: 'dial' }), dialEveryMs)
  return {
    send: frames.send,
    close(code = normalClosure, reason = '') {
      frames.ask({ type: 'hang_up' })
      end({ code, reason })
    },
    addEventListener(type: keyof Listeners, listener: never) {
      listeners[type].push(listener)
    },
  }
}
