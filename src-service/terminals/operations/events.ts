import type { TerminalEvent } from '../../../src-shared/api/schemas/terminal.ts'
import { ok } from '../../../src-shared/result.ts'
import { isoTime } from '../../clock.ts'
import type { Handler } from '../../http/handler.ts'
import type { TerminalCore } from '../core.ts'
import type { TerminalNews } from '../events.ts'
import { openTerminal } from '../on-terminal.ts'
import { createQueue } from '../queue.ts'
import type { SessionDocument } from '../rows.ts'

/** Server-sent events of a terminal, from its present link and step on until the caller's session ends. */
export const events =
  (core: TerminalCore): Handler<'terminals.events'> =>
  async ({ caller, query: { hsn }, sessionKey, signal }) => {
    const opened = await openTerminal(core, { caller, sessionKey, hsn })
    if (!opened.ok) return opened
    return ok(follow(core, opened.value.session.document, signal))
  }

/** More than a follower can lag behind and still be of use; the oldest go first. */
const maximumWaiting = 1000

/** Subscribes at once, so that nothing is missed between the answer and the first read. */
function follow(
  core: TerminalCore,
  session: SessionDocument,
  signal: AbortSignal,
): AsyncIterable<TerminalEvent> {
  const { hsn, expires_at } = session
  const at = () => isoTime(core.clock.now())
  const queue = createQueue<TerminalEvent>(maximumWaiting, () => {
    unsubscribe()
    stopClock()
    signal.removeEventListener('abort', queue.finish)
  })
  const end = (event: TerminalEvent) => {
    queue.push(event)
    queue.finish()
  }
  const unsubscribe = core.events.subscribe(hsn, (news: TerminalNews) => {
    if (news.type !== 'session') return queue.push(news)
    const { session_id, ...event } = news
    return session_id === session.session_id ? end(event) : undefined
  })
  const stopClock = core.clock.after(Math.max(0, expires_at - core.clock.now()), () =>
    end({ type: 'session', hsn, ended_by: 'expiry', by: null, cancelled: null, at: at() }),
  )
  queue.push({ type: 'link', hsn, connected: core.links.isLinked(hsn), at: at() })
  const latest = core.running.on(hsn)?.latest() ?? null
  if (latest !== null) queue.push(latest)
  signal.addEventListener('abort', queue.finish)
  if (signal.aborted) queue.finish()
  return queue.events
}
