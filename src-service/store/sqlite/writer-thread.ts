import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { createBatchCommit } from './commit-batch.ts'
import { connect } from './database.ts'
import { createStatements } from './statements.ts'
import type { PreparedSet } from './write-set.ts'
import {
  type Answer,
  errorAsSent,
  type SentSets,
  type SentSettled,
  setsAsReceived,
  settledAsSent,
} from './writer-messages.ts'

/** The writer thread (writer.ts): all messages that arrive during one disk write form the next group. */
const port = parentPort
if (port === null) throw new Error('the writer is a thread of the service')
const { file } = workerData as { readonly file: string }
const database = connect(file)
const commitBatch = createBatchCommit(database, createStatements(database))
/** The texts of statements, each received once. */
const texts: string[] = []
/** When a group has this many sets, no further message is added; a message is never split, so a group may be larger. */
const maximumBatch = 512

port.on('message', (first: SentSets | 'close') => {
  let message: SentSets | 'close' | undefined = first
  const sets: PreparedSet[] = []
  while (message !== undefined && message !== 'close') {
    texts.push(...message.texts)
    sets.push(...setsAsReceived(message, texts))
    if (sets.length >= maximumBatch) break
    message = receiveMessageOnPort(port)?.message as SentSets | 'close' | undefined
  }
  if (sets.length > 0) port.postMessage({ settled: commitAll(sets) } satisfies Answer)
  if (message !== 'close') return
  database.close()
  port.close()
})

function commitAll(sets: readonly PreparedSet[]): readonly SentSettled[] {
  try {
    return settledAsSent(commitBatch(sets))
  } catch (error) {
    const failed = { error: errorAsSent(error) }
    return sets.map(() => failed)
  }
}
