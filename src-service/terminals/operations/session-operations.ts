import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { Caller } from '../../caller.ts'
import type { Handler } from '../../http/handler.ts'
import { stoppedHeader } from '../../http/node-request.ts'
import { isoTime } from '../../time/clock.ts'
import type { OperationElsewhere } from '../nodes/operations-of-nodes.ts'
import type { TerminalRow } from '../rows.ts'
import { openTerminal } from '../run-operation.ts'
import { type RunningOperation, shortName, stopRunning } from '../running-operations.ts'
import { clientOf, heldBy, sameHolder } from '../session/session-holder.ts'
import {
  endSession,
  endSessionOf,
  hasOpenSession,
  openSession,
  publishSessionEnd,
} from '../session/sessions.ts'
import { isLinkedNow, ownTerminal } from '../terminal-access.ts'
import type { TerminalContext } from '../terminal-context.ts'
import { notConnected } from '../terminal-errors.ts'
import { takeOver } from './take-over.ts'

/**
 * Sections 3.6 and 4.4. With force it also stops the operation that the terminal is running, whoever started it; a card
 * that is already with the processor is not reversed by that. A POS that reconnects with its client id needs no force,
 * and its operation continues: it may only have missed the answer to connect.
 */
export const connect =
  (context: TerminalContext): Handler<'terminals.connect'> =>
  async ({ caller, body, setHeader, stopAt }) => {
    const { hsn } = body
    const force = body.force === true || body.force === 'true'
    const terminal = await ownTerminal(context, caller, hsn)
    if (!terminal.ok) return terminal
    if (!isLinkedNow(context, terminal.value)) return err(notConnected(hsn))
    const opened = await openSession(context, terminal.value, {
      client: clientOf(body.client),
      force,
      running: async () =>
        notStopping(context.running.on(hsn)) ?? context.operationsOfNodes.elsewhere(terminal.value),
    })
    if (!opened.ok) return opened
    // A release or transfer ends the session that it finds: one that was opened in the meantime ends here.
    const still = await ownTerminal(context, caller, hsn)
    if (!still.ok) {
      await endSessionOf(context, terminal.value)
      return still
    }
    if (force) await takeOver(context, terminal.value, opened.value, stopAt)
    else if (opened.value.ended !== null)
      publishSessionEnd(context, opened.value.ended, { ended_by: 'replaced' })
    setHeader('x-session-key', opened.value.key)
    return ok({
      session_key: opened.value.key,
      expires_at: isoTime(context.clock.dated(opened.value.session.expires_at)),
    })
  }

/** An operation that was requested to stop does not block a new session, even while the terminal clears its screen. */
const notStopping = (running: RunningOperation | null): RunningOperation | null =>
  running?.stopCause() === null ? running : null

/** Ends the session, and the operation that it left running on the terminal. */
export const disconnect =
  (context: TerminalContext): Handler<'terminals.disconnect'> =>
  async ({ caller, body: { hsn }, sessionKey }) => {
    const opened = await openTerminal(context, caller, hsn, sessionKey)
    if (!opened.ok) return opened
    const cancelled = stopRunning(context.running, hsn, 'pos')
    await endSession(context, opened.value.session, cancelled)
    return ok({ success: true })
  }

/**
 * Pings the terminal itself, also while it runs a command: `connected` is its current answer. Without a session key, as
 * before connect, also reports whether any session is open (section 4.4).
 */
export const ping =
  (context: TerminalContext): Handler<'terminals.ping'> =>
  async ({ caller, body: { hsn }, sessionKey }) => {
    const session = await sessionOf(context, caller, hsn, sessionKey)
    if (!session.ok) return session
    const answer = await context.links.ping(hsn)
    return ok({
      connected: answer.ok,
      session_open: session.value.session_open,
      session_expires_at: session.value.session_expires_at,
      busy: await isBusy(context, session.value.terminal),
      latency_ms: answer.ok ? answer.value : null,
    })
  }

/** Checks all nodes: the terminal may be busy although this node runs nothing and has no link. */
const isBusy = async (context: TerminalContext, terminal: TerminalRow): Promise<boolean> =>
  context.running.on(terminal.id) !== null || (await context.operationsOfNodes.elsewhere(terminal)) !== null

interface SeenSession {
  readonly terminal: TerminalRow
  readonly session_open: boolean
  readonly session_expires_at: string | null
}

async function sessionOf(
  context: TerminalContext,
  caller: Caller,
  hsn: string,
  sessionKey: string | null,
): Promise<Result<SeenSession, ServiceError>> {
  if (sessionKey !== null) {
    const opened = await openTerminal(context, caller, hsn, sessionKey)
    if (!opened.ok) return opened
    const session_expires_at = isoTime(context.clock.dated(opened.value.session.document.expires_at))
    return ok({ terminal: opened.value.terminal, session_open: true, session_expires_at })
  }
  const terminal = await ownTerminal(context, caller, hsn)
  if (!terminal.ok) return terminal
  const session_open = await hasOpenSession(context, terminal.value)
  return ok({ terminal: terminal.value, session_open, session_expires_at: null })
}

/**
 * Requests the running operation to stop. Its own answer is the outcome: `cancelled` only means that the request came
 * in time. Once the card is with the processor it is too late, and the error states that.
 */
export const cancel =
  (context: TerminalContext): Handler<'terminals.cancel'> =>
  async ({ caller, body: { hsn }, sessionKey, setHeader, forcedStopOf }) => {
    const opened = await openTerminal(context, caller, hsn, sessionKey)
    if (!opened.ok) return opened
    const session = opened.value.session.document
    const running = context.running.on(hsn)
    // Too late: the operation to stop has ended, and another one may be running.
    if (forcedStopOf !== null && running?.id !== forcedStopOf) return ok({ cancelled: false })
    // Forced at another node, which has the link now; a node of an older version does not state that.
    const isTakenOver = forcedStopOf !== null || (running !== null && !sameHolder(running.session, session))
    const stage = isTakenOver
      ? context.running.stop(hsn, 'force', heldBy(context.clock, session))
      : context.running.stop(hsn, 'pos')
    if (stage === 'authorizing' || stage === 'settled') return err(tooLate(stage))
    if (forcedStopOf !== null && stage === 'stoppable') setHeader(stoppedHeader, '1')
    const other = stage === null ? await context.operationsOfNodes.elsewhere(opened.value.terminal) : null
    return other === null ? ok({ cancelled: stage !== null }) : err(runsElsewhere(hsn, other))
  }

/** An error, because "nothing was running" would be wrong: the customer is still being prompted, and may be charged. */
const runsElsewhere = (hsn: string, { name }: OperationElsewhere) =>
  serviceError(
    'terminal_not_connected',
    `Terminal ${hsn} is running ${shortName(name)} on another node of the service, and only that node can stop it. Nothing was stopped. Send cancel to that node, or wait for the response of the running command.`,
  )

const tooLate = (stage: 'authorizing' | 'settled') =>
  serviceError(
    'terminal_cancelled',
    stage === 'authorizing'
      ? 'Too late to cancel: the card was already sent to the processor. The response of the running authorization has the outcome; if it is approved and not wanted, void the payment.'
      : 'Too late to cancel: the sale already has an outcome or has timed out. The response of the sale has the outcome. The current prompt on the terminal was stopped. If the payment was approved and is not wanted, void it.',
  )
