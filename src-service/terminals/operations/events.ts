import type { TerminalEvent } from '../../../src-shared/api/schemas/terminal.ts'
import { ok } from '../../../src-shared/result.ts'
import { isoTime } from '../../clock.ts'
import type { Handler } from '../../http/handler.ts'
import type { SessionDocument } from '../rows.ts'
import { openTerminal } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'
import type { TerminalNews } from '../terminal-events.ts'
import { createQueue } from './event-queue.ts'

/** Server-sent events of a terminal, from its present link and step on until the caller's session ends. */
export const events =
  (context: TerminalContext): Handler<'terminals.events'> =>
  async ({ caller, query: { hsn }, sessionKey, signal }) => {
    const opened = await openTerminal(context, caller, hsn, sessionKey)
    if (!opened.ok) return opened
    return ok(follow(context, opened.value.session.document, signal))
  }

/** More than a follower can lag behind and still be of use; the oldest go first. */
const maximumWaiting = 1000

/** Subscribes at once, so that nothing is missed between the answer and the first read. */
function follow(
  context: TerminalContext,
  session: SessionDocument,
  signal: AbortSignal,
): AsyncIterable<TerminalEvent> {
  const { hsn, expires_at } = session
  const at = () => isoTime(context.clock.now())
  const queue = createQueue<TerminalEvent>(maximumWaiting, () => {
    unsubscribe()
    stopClock()
    signal.removeEventListener('abort', queue.finish)
  })
  const end = (event: TerminalEvent) => {
    queue.push(event)
    queue.finish()
  }
  const unsubscribe = context.events.subscribe(hsn, (news: TerminalNews) => {
    if (news.type !== 'session') return queue.push(news)
    const { session_id, ...event } = news
    return session_id === session.session_id ? end(event) : undefined
  })
  const stopClock = context.clock.after(Math.max(0, expires_at - context.clock.now()), () =>
    end({ type: 'session', hsn, ended_by: 'expiry', by: null, cancelled: null, at: at() }),
  )
  queue.push({ type: 'link', hsn, connected: context.links.isLinked(hsn), at: at() })
  const latest = context.running.on(hsn)?.latest() ?? null
  if (latest !== null) queue.push(latest)
  signal.addEventListener('abort', queue.finish)
  if (signal.aborted) queue.finish()
  return queue.events
}
