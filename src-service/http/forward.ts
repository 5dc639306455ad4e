import type { OperationName } from '../../src-shared/api/operations.ts'
import type { Log } from '../log.ts'
import type { ForcedStop, Forwarded, OtherNode } from './node-request.ts'
import { relay } from './relay.ts'
import { type StopOutcome, stopAtNode } from './stop-at-node.ts'

/** Decides which node of the service answers a request. */
export interface Forwarding {
  /** How often to check that a node which has not answered yet is alive, in ms. */
  readonly beatMs: number
  /** Whether another node may have to answer this operation. */
  isForwarded(name: OperationName): boolean
  /** Returns the other node that has to answer; null when this one does. */
  nodeFor(name: OperationName, hsn: string): Promise<OtherNode | null>
  /** Returns the operation that stops this one while it waits for a person; null when it ends soon by itself. */
  stopOf(name: OperationName): OperationName | null
  /** Records that the node could not be reached. */
  noteNotReached(node: OtherNode): void
  /** Whether the node is alive. */
  isLive(node: OtherNode): Promise<boolean>
}

export interface Forwarder extends Pick<Forwarding, 'isForwarded' | 'nodeFor'> {
  /**
   * Forwards a request to another node and streams its answer back. `not_sent`: that node could not be reached, so it
   * has done nothing, and no answer was sent.
   */
  forward(node: OtherNode, forwarded: Forwarded): Promise<'answered' | 'not_sent'>
  /**
   * Requests another node to stop its operation on a terminal, for a request that is answered here. Waits briefly for
   * the answer.
   */
  stopAt(node: OtherNode, forwarded: Omit<Forwarded, 'reply'>, stop: ForcedStop): Promise<StopOutcome>
  /**
   * Ends forwarded requests that would not end by themselves in time: streams, and operations that wait for a person.
   * Such operations are stopped at their node, as its own shutdown would: their answers come back, and no prompt
   * remains whose answer could not be delivered.
   */
  stop(): void
}

export function createForwarder(forwarding: Forwarding, log: Log): Forwarder {
  const { beatMs, isForwarded, nodeFor, stopOf } = forwarding
  /** Functions that end the currently forwarded requests. */
  const ends = new Set<() => void>()
  let isStopping = false

  const notReached = (node: OtherNode, { request }: Pick<Forwarded, 'request'>) => ({
    onNotReached({ message: reason }: Error) {
      log.warn({ request_id: request.id, node: node.url, reason }, 'http.node_not_reached')
      forwarding.noteNotReached(node)
    },
  })

  return {
    isForwarded,
    nodeFor,
    async forward(node, forwarded) {
      const { reply, name } = forwarded
      // The client has disconnected already, so its `close` event will not come again.
      if (reply.raw.destroyed) {
        reply.hijack()
        return 'answered'
      }
      const { outcome, end } = relay(node, forwarded, {
        ...notReached(node, forwarded),
        ...{ beatMs, stopName: stopOf(name), isLive: () => forwarding.isLive(node), log },
      })
      ends.add(end)
      if (isStopping) end()
      const known = await outcome
      ends.delete(end)
      return known
    },
    stopAt: (node, forwarded, stop) =>
      stopAtNode(node, forwarded, stop, { ...notReached(node, forwarded), log }),
    stop() {
      isStopping = true
      for (const end of [...ends]) end()
    },
  }
}
