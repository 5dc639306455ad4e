import { repeatStop, type StopRequest } from './stop-request.ts'

/** Runs one command at a time on a terminal, in the order of arrival, and cancels what waits or runs. */
export interface CommandQueue {
  /** @returns the command's answer after its turn, or `unsent` */
  run<Value>(command: (turn: Turn) => Promise<Value>, options?: RunOptions<Value>): Promise<Value>
  /**
   * Cancels everything that waits or has not been sent yet, and has the terminal stop the command that was sent; that
   * command's own answer reports how it ended. A command queued after this call waits until the stop request is done,
   * so that the request cannot stop it instead.
   */
  cancel(): Promise<void>
  isIdle(): boolean
  /** Whether a command that waits for a customer is queued or running. */
  isLasting(): boolean
}

/** A command's turn on the terminal. */
export interface Turn {
  /** True once it was cancelled. A command checks this before each attempt to send. */
  readonly isCancelled: () => boolean
  /** Must be called right before sending. */
  readonly markSent: () => void
  /** Must be called when an answer proves that the terminal does not run it any more. */
  readonly markOver: () => void
}

interface RunOptions<Value> {
  readonly lasting?: boolean
  /** Cancels this command alone: it is not sent, or the terminal is asked to stop it. */
  readonly signal?: AbortSignal | undefined
  /** The immediate answer of a command that is cancelled while it waits, and is therefore never sent. */
  readonly unsent?: Value
}

interface Entry {
  readonly lasting: boolean
  cancelled: boolean
  /** Sent, and no answer has proved that the terminal does not run it any more. */
  mayRun: boolean
  /** Resolves when its turn is over. */
  readonly ended: Promise<void>
  /** Answers the caller of a command that will not be sent. */
  letGo: () => void
}

export function createCommandQueue(requestStop: StopRequest): CommandQueue {
  let tail: Promise<unknown> = Promise.resolve()
  let stopping: Promise<unknown> = Promise.resolve()
  let current: Entry | null = null
  /** The last command that ended without an answer: it may have left a prompt on the terminal. */
  let unanswered: Entry | null = null
  const open = new Set<Entry>()

  function stopOnTerminal(entry: Entry | null): Promise<void> {
    // Also when none of our commands runs or will run: one of an earlier run of the app may have left a prompt on the
    // terminal.
    const target = entry?.mayRun ? entry : unanswered
    return repeatStop(requestStop, {
      state: () => (target?.mayRun !== true ? 'over' : current === target ? 'running' : 'unanswered'),
      ended: target?.ended ?? Promise.resolve(),
    })
  }

  function stop(entry: Entry | null): Promise<void> {
    const stopped = stopOnTerminal(entry)
    stopping = Promise.all([stopping, stopped])
    return stopped
  }

  return {
    run<Value>(
      command: (turn: Turn) => Promise<Value>,
      { lasting = false, signal, unsent }: RunOptions<Value> = {},
    ) {
      let end = () => {}
      const entry: Entry = {
        lasting,
        cancelled: signal?.aborted === true,
        mayRun: false,
        ended: new Promise((resolve) => {
          end = resolve
        }),
        letGo: () => undefined,
      }
      const letGo = new Promise<Value>((resolve) => {
        if (unsent !== undefined) entry.letGo = () => resolve(unsent)
      })
      const abort = () => {
        entry.cancelled = true
        if (current !== entry) entry.letGo()
        else if (entry.mayRun) void stop(entry)
      }
      signal?.addEventListener('abort', abort)
      const turn: Turn = {
        isCancelled: () => entry.cancelled,
        markSent: () => {
          entry.mayRun = true
        },
        markOver: () => {
          entry.mayRun = false
          unanswered = null
        },
      }
      open.add(entry)
      const result = tail.then(async () => {
        await stopping
        current = entry
        try {
          return await command(turn)
        } finally {
          current = null
          if (entry.mayRun) unanswered = entry
          end()
          open.delete(entry)
          signal?.removeEventListener('abort', abort)
        }
      })
      tail = result.catch(() => undefined)
      return Promise.race([result, letGo])
    },
    cancel() {
      for (const entry of open) {
        entry.cancelled = true
        if (current !== entry) entry.letGo()
      }
      return stop(current)
    },
    isIdle: () => open.size === 0,
    isLasting: () => [...open].some(({ lasting }) => lasting),
  }
}
