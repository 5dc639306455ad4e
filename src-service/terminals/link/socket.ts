import type { ToTerminal } from '../../../src-shared/terminal/messages.ts'

/** All that a connection may send before its hello is believed; a hello is about 1 KB. */
export const strangerBytes = 8_192
/** The largest message of a welcome terminal, but for a signature that it was asked for. */
export const welcomeBytes = 65_536
/** A signature of 999 by 999 pixels in 24 bits is 3 MB, and a third more as base64: the largest honest message. */
export const largestSignatureBytes = 4_500_000

/**
 * One connection to a terminal, free of framing: a WebSocket, or the end of a pair inside this process for a
 * virtual terminal. What arrives is not trusted and not parsed yet.
 */
export interface LinkSocket {
  /** Of the client, for the log; absent within this process. */
  readonly address?: string
  send(message: ToTerminal): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, also when this side closed. */
  onClose(listener: () => void): void
  /** The hello was believed: from now on a message may be as large as this. */
  allow(bytes: number): void
  /** @param reason at most 123 bytes, a limit of WebSocket. */
  close(code: number, reason: string): void
}

/** Close codes of WebSocket itself, beside `linkCloseCodes`. */
export const closeCodes = { goingAway: 1001, notJson: 1007, notUnderstood: 1008, tooBig: 1009 } as const

/** A timer of real time, whatever a sandbox does to the service's clock. @returns the function that stops it. */
export type RealTimer = (delayMs: number, task: () => void) => () => void

/** Waits for something, but no longer than this. */
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
