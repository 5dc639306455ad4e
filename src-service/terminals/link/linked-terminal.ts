import { err, ok, type Result } from '../../../src-shared/result.ts'
import {
  type CommandReply,
  commandReplySchemas,
  type FromTerminal,
  type TerminalCommandName,
} from '../../../src-shared/terminal/messages.ts'
import type { Clock } from '../../time/clock.ts'
import type { TerminalTimings } from '../timings.ts'
import type { CommandNamed, SendFailure, SendOptions } from './gateway.ts'
import { closeCodes, type LinkSocket, type RealTimer, welcomeBytes } from './socket.ts'

/** A terminal whose hello was accepted, while its connection lasts. */
export interface LinkedTerminal {
  readonly hsn: string
  /** Hash of the terminal's key. */
  readonly credential: string
  send<Name extends TerminalCommandName>(
    id: string,
    command: CommandNamed<Name>,
    options: SendOptions,
  ): Promise<Result<CommandReply<Name>, SendFailure>>
  ping(): Promise<Result<number, 'no_answer'>>
  receive(message: Exclude<FromTerminal, { type: 'hello' }>): void
  /** Closes the link from this side; running commands end with `link_lost`. */
  close(code: number, reason: string): void
  /** Called when the connection is gone. */
  lost(): void
}

export interface LinkedTerminalParts {
  readonly hsn: string
  readonly credential: string
  readonly socket: LinkSocket
  readonly clock: Clock
  readonly realTimer: RealTimer
  readonly timings: TerminalTimings
  /** In [0, 1): evenly distributed over links that start at the same moment. */
  readonly spread: number
  /** Called once when the link ends for any reason. */
  onEnd(): void
}

interface Pending {
  readonly name: TerminalCommandName
  readonly options: SendOptions
  finish(outcome: Result<unknown, SendFailure>): void
}

/**
 * Returns the maximum reply size in bytes. A signature is a picture of 24 bits per pixel, plus a third for base64;
 * other replies are short.
 */
const largestReply = (command: CommandNamed<TerminalCommandName>): number =>
  command.name === 'read_signature' ? welcomeBytes + 4 * command.width * command.height : welcomeBytes

export function createLinkedTerminal(parts: LinkedTerminalParts): LinkedTerminal {
  const { socket, clock, realTimer, timings } = parts
  const pending = new Map<string, Pending>()
  const pings = new Set<() => void>()
  /** The command that ended last: the terminal reports the removal of the card after the command that read it. */
  let last: { readonly id: string; readonly options: SendOptions } | null = null
  let open = true
  let unanswered = 0
  // Backdated by a different time for each link, so that links that start at once, as after a restart, are not all
  // pinged at the same moments.
  let receivedAt = performance.now() - parts.spread * (timings.heartbeatMs / 2)
  let stopHeartbeat = () => {}

  function end(): void {
    if (!open) return
    open = false
    stopHeartbeat()
    for (const command of [...pending.values()]) command.finish(err('link_lost'))
    parts.onEnd()
  }

  function close(code: number, reason: string): void {
    socket.close(code, reason)
    end()
  }

  /** Sends a ping only if nothing was received for a while. */
  function beat(): void {
    const silentMs = performance.now() - receivedAt
    if (silentMs < timings.heartbeatMs) {
      beatAfter(timings.heartbeatMs - silentMs)
    } else if (unanswered < 2) {
      unanswered += 1
      socket.send({ type: 'ping' })
      beatAfter(timings.heartbeatMs)
    } else {
      close(closeCodes.goingAway, 'no sign of life')
    }
  }
  function beatAfter(delayMs: number): void {
    stopHeartbeat = realTimer(Math.ceil(delayMs), beat)
  }
  beat()

  function run(id: string, command: CommandNamed<TerminalCommandName>, options: SendOptions) {
    return new Promise<Result<unknown, SendFailure>>((resolve) => {
      let stopping: SendFailure | null = null
      let stopWaiting = () => {}
      const finish = (outcome: Result<unknown, SendFailure>) => {
        if (!pending.delete(id)) return
        last = { id, options }
        socket.allow(welcomeBytes)
        stopClock()
        stopWaiting()
        options.signal?.removeEventListener('abort', onAbort)
        // A result that arrives after the request to stop is ignored: the caller gets the answer that it stopped.
        resolve(stopping === null ? outcome : err(stopping))
      }
      const onAbort = () => {
        if (stopping !== null) return
        stopping = 'cancelled_by_service'
        socket.send({ type: 'cancel', id })
        stopWaiting = realTimer(timings.stopMs, () => finish(err('cancelled_by_service')))
      }
      const stopClock = clock.after(options.timeoutMs, () => {
        // The terminal should have timed out by itself; this stops it if it has not.
        socket.send({ type: 'cancel', id })
        finish(err('timed_out'))
      })
      pending.set(id, { name: command.name, options, finish })
      socket.allow(largestReply(command))
      const language = options.language === undefined ? {} : { language: options.language }
      socket.send({ type: 'command', id, command, prompt_timeout_ms: options.timeoutMs, ...language })
      options.signal?.addEventListener('abort', onAbort)
    })
  }

  function receiveResult(id: string, data: unknown): void {
    const command = pending.get(id)
    if (command === undefined) return
    const reply = commandReplySchemas[command.name].safeParse(data)
    if (reply.success) {
      command.finish(ok(reply.data))
      return
    }
    command.finish(err('invalid'))
    close(closeCodes.notUnderstood, `the result of ${command.name} was not understood`)
  }

  return {
    hsn: parts.hsn,
    credential: parts.credential,
    async send<Name extends TerminalCommandName>(
      id: string,
      command: CommandNamed<Name>,
      options: SendOptions,
    ) {
      if (!open) return err('link_lost')
      if (options.signal?.aborted) return err('cancelled_by_service')
      // receiveResult has parsed the data with this command's schema.
      return (await run(id, command, options)) as Result<CommandReply<Name>, SendFailure>
    },
    ping() {
      return new Promise((resolve) => {
        const started = performance.now()
        const stopWaiting = realTimer(timings.pingMs, () => {
          pings.delete(onPong)
          resolve(err('no_answer'))
        })
        const onPong = () => {
          stopWaiting()
          resolve(ok(Math.round(performance.now() - started)))
        }
        pings.add(onPong)
        socket.send({ type: 'ping' })
      })
    },
    receive(message) {
      unanswered = 0
      receivedAt = performance.now()
      switch (message.type) {
        case 'ping':
          return socket.send({ type: 'pong' })
        case 'pong':
          for (const onPong of pings) onPong()
          return pings.clear()
        case 'progress':
          return (pending.get(message.id) ?? (last?.id === message.id ? last : null))?.options.onProgress?.(
            message.step,
          )
        case 'result':
          return receiveResult(message.id, message.data)
        case 'failure':
          return pending.get(message.id)?.finish(err(message.reason))
      }
    },
    close,
    lost: end,
  }
}
