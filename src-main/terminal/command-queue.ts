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
}

/** Sends one request to the terminal to stop. It need not be repeated when it arrived or came too late. */
export type StopRequest = () => Promise<'delivered' | 'nothing_ran'>

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
  sent: boolean
  /** Answers the caller of a command that will not be sent. */
  letGo: () => void
}

/** Attempts to stop, and ms between them: ten seconds in all. */
const stopAttempts = 40
const stopPauseMs = 250

export function createCommandQueue(requestStop: StopRequest): CommandQueue {
  let tail: Promise<unknown> = Promise.resolve()
  let stopping: Promise<unknown> = Promise.resolve()
  let current: Entry | null = null
  const open = new Set<Entry>()

  async function stopOnTerminal(entry: Entry | null): Promise<void> {
    // None of our commands runs or will run, but a command whose answer was lost may have left a prompt on the
    // terminal.
    if (entry === null || !entry.sent) {
      await requestStop()
      return
    }
    // The request may overtake the command on its way to the service: repeat it while that command lasts.
    for (let attempt = 0; attempt < stopAttempts && current === entry; attempt++) {
      if ((await requestStop()) === 'delivered') return
      await new Promise((resolve) => setTimeout(resolve, stopPauseMs))
    }
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
      const entry: Entry = {
        lasting,
        cancelled: signal?.aborted === true,
        sent: false,
        letGo: () => undefined,
      }
      const letGo = new Promise<Value>((resolve) => {
        if (unsent !== undefined) entry.letGo = () => resolve(unsent)
      })
      const abort = () => {
        entry.cancelled = true
        if (current !== entry) entry.letGo()
        else if (entry.sent) void stop(entry)
      }
      signal?.addEventListener('abort', abort)
      const turn: Turn = {
        isCancelled: () => entry.cancelled,
        markSent: () => {
          entry.sent = true
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
