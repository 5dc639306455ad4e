import { operationFacts } from '../../../src-shared/api/operation-facts.ts'
import type { OperationName } from '../../../src-shared/api/operations.ts'
import type { Forwarding } from '../../http/forward.ts'
import type { OtherNode } from '../../http/node-request.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Operations that open a session, or end the link, the session or the running operation on the link's node. */
const besideSessions: readonly OperationName[] = [
  'terminals.connect',
  'terminals.release',
  'terminals.transfer',
]

/**
 * Whether only the node with the terminal's link can execute the operation completely. All operations on a session are
 * of this kind.
 */
const isForwarded = (name: OperationName): boolean =>
  name.startsWith('terminals.') &&
  (operationFacts[name].session !== undefined || besideSessions.includes(name))

/** Decides which node answers a request about a terminal. Null when no other node is known. */
export function forwardingOf(
  context: Pick<TerminalContext, 'links' | 'running' | 'linksOfNodes' | 'operationsOfNodes' | 'timings'>,
): Forwarding | null {
  const { links, running, linksOfNodes, operationsOfNodes, timings } = context
  if (linksOfNodes.nodeId === null) return null

  /** The operation to stop may run on the node that had the link before it moved. */
  const runnerOf = async (hsn: string): Promise<OtherNode | null> => {
    const operation = await operationsOfNodes.runsAt(hsn)
    return operation === null ? null : linksOfNodes.liveNode(operation.node)
  }

  const ifReached = (node: OtherNode | null) =>
    node !== null && linksOfNodes.isReached(node.id) ? node : null

  return {
    beatMs: timings.beatMs,
    isForwarded,
    async nodeFor(name, hsn) {
      if (name === 'terminals.cancel') {
        if (running.on(hsn) !== null) return null
        const runner = await runnerOf(hsn)
        if (runner !== null) return ifReached(runner)
      }
      return links.isLinked(hsn) ? null : ifReached(await linksOfNodes.holderOf(hsn))
    },
    noteNotReached: ({ id }) => linksOfNodes.noteNotReached(id),
    // Operations that wait for a person save their own answers.
    stopOf: (name) =>
      operationFacts[name].session === true && operationFacts[name].idempotent === true
        ? 'terminals.cancel'
        : null,
    isLive: async ({ id }) => (await linksOfNodes.liveNode(id)) !== null,
  }
}
