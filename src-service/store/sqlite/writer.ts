import { Worker } from 'node:worker_threads'
import type { Result } from '../../../src-shared/result.ts'
import type { CommitFailure, UnansweredCommit } from '../store.ts'
import type { PreparedSet, SetWriter } from './write-set.ts'
import { type Answer, createTextNumbers, settledAsReceived } from './writer-messages.ts'
import script from './writer-thread.ts?bundled'

type Outcome = Result<number, CommitFailure>

/** So many are sent at once: the thread begins with them while this one goes on with its turn. */
const enoughToBegin = 16

interface Waiting {
  readonly set: PreparedSet
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes in a thread of its own, so that this one answers requests while that one waits for the disk. What is asked for within
 * one turn of the event loop is sent together, or in parts where it is much; what is sent while a group is being written
 * becomes the next group.
 * @param lost called once when the thread ends by itself: what was sent to it may be written or not.
 */
export function startWriter(file: string, lost: (error: Error) => void): SetWriter {
  // A text has no place of its own, from which the native module could be found.
  const from = JSON.stringify(import.meta.url)
  const worker = new Worker(`((require) => {${script}\n})(require('node:module').createRequire(${from}))`, {
    eval: true,
    workerData: { file },
  })
  const texts = createTextNumbers()
  let gathered: Waiting[] = []
  /** In the order of the sets, which is that of the answers. */
  const waiting: Waiting[] = []
  /** Why nothing more is taken. */
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
      // One of them holds what cannot be sent to a thread: it fails alone.
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

/** Rejects it where it is not. */
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
