import type { TerminalEvent } from '../../src-shared/api/schemas/terminal.ts'
import type { Log } from '../log.ts'

/** What is published inside the service; a session's end names the session, so that only its own followers get it. */
export type TerminalNews =
  | Exclude<TerminalEvent, { type: 'session' }>
  | (Extract<TerminalEvent, { type: 'session' }> & { readonly session_id: string })

/** Who follows which terminal. One process; with several nodes this is what a message bus would carry. */
export interface TerminalEvents {
  publish(news: TerminalNews): void
  /** @returns the function that ends it. */
  subscribe(hsn: string, listener: (news: TerminalNews) => void): () => void
}

export function createTerminalEvents(log: Log): TerminalEvents {
  const listeners = new Map<string, Set<(news: TerminalNews) => void>>()
  return {
    publish(news) {
      for (const listener of [...(listeners.get(news.hsn) ?? [])]) {
        try {
          listener(news)
        } catch (error) {
          log.error({ err: error, hsn: news.hsn }, 'terminal.event_listener_failed')
        }
      }
    },
    subscribe(hsn, listener) {
      const all = listeners.get(hsn) ?? new Set()
      listeners.set(hsn, all.add(listener))
      return () => {
        all.delete(listener)
        if (all.size === 0 && listeners.get(hsn) === all) listeners.delete(hsn)
      }
    },
  }
}
