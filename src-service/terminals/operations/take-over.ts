import type { HandlerRequest } from '../../http/handler.ts'
import { within } from '../link/socket.ts'
import type { TerminalRow } from '../rows.ts'
import { type StoppedOperation, shortName, stopRunning } from '../running-operations.ts'
import { heldBy } from '../session/session-holder.ts'
import { type OpenedSession, publishSessionEnd } from '../session/sessions.ts'
import type { TerminalContext } from '../terminal-context.ts'

type StopAt = HandlerRequest<'terminals.connect'>['stopAt']

/**
 * Stops the operation on a terminal whose session was opened with force, and informs the followers of the previous
 * session. Waits briefly for its end, so that the new session's first command finds the terminal free.
 */
export async function takeOver(
  context: TerminalContext,
  terminal: TerminalRow,
  { session, ended, key }: OpenedSession,
  stopAt: StopAt,
): Promise<void> {
  const running = context.running.on(session.hsn)
  const stoppedHere = stopRunning(context.running, session.hsn, 'force', heldBy(context.clock, session))
  const elsewhere = await stopElsewhere(context, terminal, key, stopAt).catch((error: unknown) => {
    // Not an error: the session is open, and only this answer can deliver its key.
    context.log.warn({ err: error, hsn: session.hsn }, 'terminal.not_stopped_elsewhere')
    return nothing
  })
  const by = { name: session.client?.name ?? null }
  const cancelled = elsewhere.stopped ?? stoppedHere
  if (ended !== null) publishSessionEnd(context, ended, { ended_by: 'force', by, cancelled })
  // A command at this node may only have been waiting for the operation at the other node.
  const endedHere = running === null || running.stage() === 'authorizing' ? null : running.ended
  await Promise.all([
    endedHere === null ? null : within(context.realTimer, context.timings.stopMs, endedHere),
    elsewhere.isAsked ? freedElsewhere(context, terminal) : null,
  ])
}

interface Elsewhere {
  /** Whether the other node has confirmed that it is stopping its operation. */
  readonly isAsked: boolean
  /** The operation that was stopped before anything was charged; null when there was none, or that is unknown. */
  readonly stopped: StoppedOperation | null
}
const nothing: Elsewhere = { isAsked: false, stopped: null }

/**
 * Stops an operation that still runs at a node which the terminal's link has left. If that node cannot be reached, the
 * operation ends with the link, and the terminal is in use until then.
 */
async function stopElsewhere(
  { operationsOfNodes, linksOfNodes }: TerminalContext,
  terminal: TerminalRow,
  sessionKey: string,
  stopAt: StopAt,
): Promise<Elsewhere> {
  const operation = await operationsOfNodes.runsAt(terminal.id)
  const node = operation === null ? null : await linksOfNodes.liveNode(operation.node)
  if (operation === null || node === null || !linksOfNodes.isReached(node.id)) return nothing
  const outcome = await stopAt(node, { hsn: terminal.id, sessionKey, operation: operation.id })
  const { name, paymentIntentId: payment_intent_id } = operation
  const stopped = outcome === 'in_time' ? { command: shortName(name), payment_intent_id } : null
  return { isAsked: outcome !== 'not_asked', stopped }
}

async function freedElsewhere(
  { operationsOfNodes, realTimer, timings }: TerminalContext,
  terminal: TerminalRow,
): Promise<void> {
  let isOver = false
  const freed = async () => {
    while (!isOver && (await operationsOfNodes.elsewhere(terminal)) !== null)
      await new Promise<void>((resolve) => realTimer(lookAgainMs, resolve))
  }
  await within(realTimer, timings.stopMs + releaseMs, freed())
  isOver = true
}

/** Extra wait, in ms: a node waits up to stopMs for a terminal to confirm, and then has to write that it is free. */
const releaseMs = 1_500
/** How often to check whether the other node has stopped, in ms. */
const lookAgainMs = 100
