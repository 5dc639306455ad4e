import { Worker } from 'node:worker_threads'
import type { Result } from '../../../src-shared/result.ts'
import type { CommitFailure, UnansweredCommit } from '../store.ts'
import type { PreparedSet, SetWriter } from './write-set.ts'
import { type Answer, createTextNumbers, settledAsReceived } from './writer-messages.ts'
import script from './writer-thread.ts?bundled'

type Outcome = Result<number, CommitFailure>

/** At this number the sets are sent at once, so that the thread starts while this one continues its turn. */
const enoughToBegin = 16

interface Waiting {
  readonly set: PreparedSet
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes in a separate thread, so that this one can answer requests while that one waits for the disk. Sets requested
 * within one turn of the event loop are sent together, large numbers in parts; sets sent while a group is being written
 * form the next group.
 * @param lost called once when the thread ends by itself: sets sent to it may or may not be written.
 */
export function startWriter(file: string, lost: (error: Error) => void): SetWriter {
  // The script is evaluated from a string, so the native module is resolved relative to this file.
  const from = JSON.stringify(import.meta.url)
  const worker = new Worker(`((require) => {${script}\n})(require('node:module').createRequire(${from}))`, {
    eval: true,
    workerData: { file },
  })
  const texts = createTextNumbers()
  let gathered: Waiting[] = []
  /** In the order of the sets, which is also the order of the answers. */
  const waiting: Waiting[] = []
  /** Why no more sets are accepted. */
  let ended: Error | null = null
  let closing = false

  worker.on('message', ({ settled }: Answer) => {
    waiting.splice(0, settled.length).forEach(({ resolve, reject }, index) => {
      const result = settledAsReceived(settled[index])
      if ('error' in result) reject(result.error)
      else resolve(result.outcome)
    })
  })
  let cause: unknown
  worker.on('error', (error) => {
    cause = error
  })
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      resolve()
      if (closing && waiting.length === 0) return
      ended = unanswered('The thread that writes to the database has ended.', cause)
      for (const { reject } of [...waiting.splice(0), ...gathered.splice(0)]) reject(ended)
      lost(ended)
    })
  })

  const flush = (): void => {
    const asked = gathered
    gathered = []
    if (asked.length === 0) return
    const message = texts.send(asked.map(({ set }) => set))
    try {
      worker.postMessage(message)
      waiting.push(...asked)
    } catch {
      // One of the sets has a value that cannot be cloned for a thread: only that set fails.
      texts.takeBack(message)
      const sendable = asked.filter(isSendable)
      if (sendable.length === 0) return
      worker.postMessage(texts.send(sendable.map(({ set }) => set)))
      waiting.push(...sendable)
    }
  }

  return {
    write: (set) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(ended)
        if (closing) return reject(new Error('the database is closed'))
        if (gathered.length === 0) setImmediate(flush)
        gathered.push({ set, resolve, reject })
        if (gathered.length === enoughToBegin) flush()
      }),
    waiting: () => gathered.length + waiting.length,
    close: async () => {
      flush()
      closing = true
      worker.postMessage('close')
      await exited
    },
  }
}

/** Returns whether the set can be sent to a thread; rejects it if not. */
function isSendable({ set, reject }: Waiting): boolean {
  try {
    structuredClone(set)
    return true
  } catch (error) {
    reject(error)
    return false
  }
}

const unanswered = (message: string, cause: unknown): UnansweredCommit =>
  Object.assign(new Error(message, { cause }), { outcomeUnknown: true } as const)
