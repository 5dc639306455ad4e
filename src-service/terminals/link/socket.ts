import type { ToTerminal } from '../../../src-shared/terminal/messages.ts'

/** Maximum total bytes that a connection may send before its hello is accepted; a hello is about 1 KB. */
export const strangerBytes = 8_192
/** Maximum message size of an accepted terminal in bytes, except for a requested signature. */
export const welcomeBytes = 65_536
/**
 * Maximum size of a legitimate message: a signature of 999 by 999 pixels in 24 bits is 3 MB, plus a third for base64.
 */
export const largestSignatureBytes = 4_500_000

/**
 * One connection to a terminal, independent of framing: a WebSocket, or one end of an in-process pair for a virtual
 * terminal. Incoming messages are untrusted and not parsed yet.
 */
export interface LinkSocket {
  /** The client's address, for the log; absent for in-process connections. */
  readonly address?: string
  send(message: ToTerminal): void
  onMessage(listener: (message: unknown) => void): void
  /** Calls the listener once, also when this side closed. */
  onClose(listener: () => void): void
  /** The hello was accepted: from now on a message may have up to `bytes`. */
  allow(bytes: number): void
  /** @param reason at most 123 bytes, a limit of WebSocket. */
  close(code: number, reason: string): void
}

/** Standard WebSocket close codes, in addition to `linkCloseCodes`. */
export const closeCodes = { goingAway: 1001, notJson: 1007, notUnderstood: 1008, tooBig: 1009 } as const

/** A timer in real time, independent of the service's clock in a sandbox. @returns the function that stops it. */
export type RealTimer = (delayMs: number, task: () => void) => () => void

/** Waits for `ended`, but at most `limitMs`. */
export function within(realTimer: RealTimer, limitMs: number, ended: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const stopWaiting = realTimer(limitMs, resolve)
    const done = () => {
      stopWaiting()
      resolve()
    }
    ended.then(done, done)
  })
}

export const systemTimer: RealTimer = (delayMs, task) => {
  const timer = setTimeout(task, delayMs)
  timer.unref()
  return () => clearTimeout(timer)
}
