import type { TerminalEvent } from '../../../src-shared/api/schemas/terminal.ts'
import { ok } from '../../../src-shared/result.ts'
import type { Handler, StreamedEvent } from '../../http/handler.ts'
import { isoTime } from '../../time/clock.ts'
import type { SessionDocument } from '../rows.ts'
import { openTerminal } from '../run-operation.ts'
import { requireSession } from '../session/sessions.ts'
import type { TerminalContext } from '../terminal-context.ts'
import type { PublishedNews } from '../terminal-events.ts'
import { createQueue } from './event-queue.ts'

/**
 * Server-sent events of a terminal until the caller's session ends. Starts with the current link state and step, or,
 * for a client that reconnects with its last event id, with all events that it missed.
 */
export const events =
  (context: TerminalContext): Handler<'terminals.events'> =>
  async ({ caller, query: { hsn }, sessionKey, lastEventId, signal }) => {
    const opened = await openTerminal(context, caller, hsn, sessionKey)
    if (!opened.ok) return opened
    const { terminal, session } = opened.value
    const isOver = async () => !(await requireSession(context, terminal, sessionKey)).ok
    return ok(follow(context, { session: session.document, isOver }, lastEventId, signal()))
  }

/** Maximum number of waiting events, beyond which a follower is too far behind; the oldest are dropped. */
const maximumWaiting = 1000

/** Subscribes immediately, so that no event is missed between the answer and the first read. */
function follow(
  context: TerminalContext,
  { session, isOver }: { readonly session: SessionDocument; readonly isOver: () => Promise<boolean> },
  lastEventId: string | null,
  signal: AbortSignal,
): AsyncIterable<StreamedEvent<TerminalEvent>> {
  const { clock } = context
  const { hsn, expires_at } = session
  const at = () => isoTime(clock.dated(clock.verified()))
  const queue = createQueue<StreamedEvent<TerminalEvent>>(maximumWaiting, () => {
    unsubscribe()
    stopClock()
    stopWatching()
    signal.removeEventListener('abort', queue.finish)
  })
  const push = (data: TerminalEvent, id = context.events.latestId()) => queue.push({ id, data })
  const end = (ended_by: 'expiry' | 'disconnect') => {
    push({ type: 'session', hsn, ended_by, by: null, cancelled: null, at: at() })
    queue.finish()
  }
  /**
   * Ends the stream if the session was ended at another node while no node had the link; that node cannot publish it
   * here.
   */
  const endWhereOver = () => {
    if (!context.store.shared) return
    isOver().then(
      (over) => (over ? end('disconnect') : undefined),
      (error: unknown) => context.log.warn({ err: error, hsn }, 'terminal.session_not_read'),
    )
  }
  const pass = ({ id, news }: PublishedNews) => {
    if (news.type === 'link' && news.connected) endWhereOver()
    if (news.type !== 'session') return push(news, id)
    const { session_id, ...event } = news
    if (session_id !== session.session_id) return
    push(event, id)
    queue.finish()
  }
  const unsubscribe = context.events.subscribe(hsn, pass)
  const stopClock = clock.after(Math.max(0, expires_at - clock.verified()), () => end('expiry'))
  // Later events are published at the other node. The follower reconnects, and is forwarded to it.
  const stopWatching = context.linksOfNodes.onElsewhere(hsn, queue.finish)
  const missed = lastEventId === null ? null : context.events.after(hsn, lastEventId)
  if (missed === null) {
    push({ type: 'link', hsn, connected: context.links.isLinked(hsn), at: at() })
    const latest = context.running.on(hsn)?.latest() ?? null
    if (latest !== null) push(latest)
  } else {
    // Events from before the session belong to another POS and are not sent.
    const since = clock.dated(session.since)
    for (const one of missed) if (Date.parse(one.news.at) >= since) pass(one)
  }
  signal.addEventListener('abort', queue.finish)
  if (signal.aborted) queue.finish()
  return queue.events
}
