import type { HandlerRequest } from '../../http/handler.ts'
import { within } from '../link/socket.ts'
import type { TerminalRow } from '../rows.ts'
import { type StoppedOperation, shortName, stopRunning } from '../running-operations.ts'
import { heldBy } from '../session/session-holder.ts'
import { type OpenedSession, publishSessionEnd } from '../session/sessions.ts'
import type { TerminalContext } from '../terminal-context.ts'

type StopAt = HandlerRequest<'terminals.connect'>['stopAt']

/**
 * Stops what runs on a terminal that a session was opened on with force, and informs the followers of the session before.
 * Waits a moment for its end, so that the new session's first command finds the terminal free.
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
    // The session is open by now, and nobody but its holder can learn its key.
    context.log.warn({ err: error, hsn: session.hsn }, 'terminal.not_stopped_elsewhere')
    return nothing
  })
  const by = { name: session.client?.name ?? null }
  const cancelled = elsewhere.stopped ?? stoppedHere
  if (ended !== null) publishSessionEnd(context, ended, { ended_by: 'force', by, cancelled })
  // Here a command may only have waited for what ran there.
  const endedHere = running === null || running.stage() === 'authorizing' ? null : running.ended
  await Promise.all([
    endedHere === null ? null : within(context.realTimer, context.timings.stopMs, endedHere),
    elsewhere.isAsked ? freedElsewhere(context, terminal) : null,
  ])
}

interface Elsewhere {
  /** The other node has answered that it stops what it runs. */
  readonly isAsked: boolean
  /** What it has stopped in time, so that nothing was charged by it; null: nothing, or nobody knows. */
  readonly stopped: StoppedOperation | null
}
const nothing: Elsewhere = { isAsked: false, stopped: null }

/**
 * What still runs at a node that the terminal's link has left. Where that node is not reached, it ends there with the
 * link, and the terminal is in use until then.
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

/** A node takes up to stopMs until a terminal that confirms nothing is given up. Until that is written may take so long more, ms. */
const releaseMs = 1_500
/** How often is looked whether the other node has stopped, ms. */
const lookAgainMs = 100
