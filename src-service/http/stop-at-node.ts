import type { OperationName } from '../../src-shared/api/operations.ts'
import type { Log } from '../log.ts'
import {
  connectMs,
  type ForcedStop,
  type Forwarded,
  type OtherNode,
  sendToNode,
  stoppedHeader,
  whenConnected,
} from './node-request.ts'

/**
 * The result of a stop at another node: `in_time`: nothing was charged; `asked`: only the operation's own answer
 * decides; `not_asked`, as far as is known.
 */
export type StopOutcome = 'in_time' | 'asked' | 'not_asked'

/** See `Forwarder.stopAt`. */
export function stopAtNode(
  node: OtherNode,
  forwarded: Omit<Forwarded, 'reply'>,
  stop: ForcedStop,
  { onNotReached, log }: { readonly onNotReached: (error: Error) => void; readonly log: Log },
): Promise<StopOutcome> {
  return new Promise((resolve) => {
    const asked = sendToNode(node, forwarded, stop)
    let isSent = false
    let isOver = false
    const over = (outcome: StopOutcome) => {
      isOver = true
      clearTimeout(tooLate)
      resolve(outcome)
    }
    // When an answer is cut off, both the request and the answer emit an error.
    const failed = (error: Error) => {
      if (isOver) return
      const fields = { request_id: forwarded.request.id, node: node.url, reason: error.message }
      if (isSent) log.warn(fields, 'http.stop_not_answered')
      else onNotReached(error)
      over('not_asked')
    }
    const tooLate = setTimeout(() => asked.destroy(new Error('no answer in time')), connectMs)
    whenConnected(asked, () => {
      isSent = true
    })
    asked.on('error', failed)
    asked.once('response', (answer) => {
      answer.on('error', failed).resume()
      const outcome = answer.headers[stoppedHeader] === undefined ? 'asked' : 'in_time'
      answer.once('end', () => over(answer.statusCode === 200 ? outcome : 'not_asked'))
    })
  })
}

/** Interval at which a stop request is repeated, in ms: it may arrive before the forwarded request, or be lost. */
const stopEveryMs = 1_000

/**
 * Stops a forwarded request on behalf of its sender, until the returned function is called. Its own answer has the
 * outcome.
 */
export function keepStopping(node: OtherNode, forwarded: Forwarded, name: OperationName): () => void {
  const { hsn } = forwarded.request.body as { readonly hsn: string }
  const ask = () => {
    const asked = sendToNode(node, { ...forwarded, name }, { hsn })
    asked.setTimeout(connectMs, () => asked.destroy())
    asked.on('error', () => undefined)
    asked.once('response', (answer) => answer.on('error', () => undefined).resume())
  }
  const repeated = setInterval(ask, stopEveryMs)
  ask()
  return () => clearInterval(repeated)
}
