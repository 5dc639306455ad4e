/** Runs one command at a time on a terminal, in the order of arrival, and cancels what waits or runs. */
export interface CommandQueue {
  /** @returns what the command answered, once its turn has come and gone; or `unsent`. */
  run<Value>(command: (turn: Turn) => Promise<Value>, options?: RunOptions<Value>): Promise<Value>
  /**
   * Cancels everything that waits or has not been sent yet, and has the terminal stop what was sent: its own answer
   * reports how it ended. What is queued after this call waits until the terminal has been asked, so that it is not
   * stopped in place of the other.
   */
  cancel(): Promise<void>
  isIdle(): boolean
  /** Whether a command is queued or running that lasts as long as a customer takes. */
  isLasting(): boolean
}

/** A command's turn on the terminal. */
export interface Turn {
  /** True once it was cancelled. A command checks before it sends, also when it sends again. */
  readonly isCancelled: () => boolean
  /** To be called right before sending. */
  readonly markSent: () => void
}

/** One request to the terminal to stop: whether it needs no repetition, since it arrived or came too late. */
export type StopRequest = () => Promise<'delivered' | 'nothing_ran'>

interface RunOptions<Value> {
  readonly lasting?: boolean
  /** Cancels this command alone: it is not sent any more, or the terminal is asked to stop it. */
  readonly signal?: AbortSignal | undefined
  /** What one that is cancelled while it waits answers, at once: it is never sent. */
  readonly unsent?: Value
}

interface Entry {
  readonly lasting: boolean
  cancelled: boolean
  sent: boolean
  /** Answers whoever waits for a command that is not sent any more. */
  letGo: () => void
}

/** Ten seconds of attempts, ms between them. */
const stopAttempts = 40
const stopPauseMs = 250

export function createCommandQueue(requestStop: StopRequest): CommandQueue {
  let tail: Promise<unknown> = Promise.resolve()
  let stopping: Promise<unknown> = Promise.resolve()
  let current: Entry | null = null
  const open = new Set<Entry>()

  async function stopOnTerminal(entry: Entry | null): Promise<void> {
    // Nothing of ours runs, nor will: but a prompt may be left there by a command whose answer was lost.
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
