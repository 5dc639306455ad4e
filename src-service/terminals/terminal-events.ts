import { randomBytes } from 'node:crypto'
import type { TerminalEvent } from '../../src-shared/api/schemas/terminal.ts'
import type { Log } from '../log.ts'

/** Events inside the service. The end of a session names the session, so that only its own followers get it. */
export type TerminalNews =
  | Exclude<TerminalEvent, { type: 'session' }>
  | (Extract<TerminalEvent, { type: 'session' }> & { readonly session_id: string })

export interface PublishedNews {
  /** The id from which a follower can resume (Last-Event-ID). */
  readonly id: string
  readonly news: TerminalNews
}

/**
 * The followers of terminals in this process; with several nodes, they are forwarded to the node with the terminal's
 * link.
 */
export interface TerminalEvents {
  publish(news: TerminalNews): void
  /** @returns the function that ends the subscription. */
  subscribe(hsn: string, listener: (published: PublishedNews) => void): () => void
  /** Returns the id of the last event of any terminal. */
  latestId(): string
  /**
   * Returns the events of a terminal after that id; null when they may be incomplete: the id is of another process, or
   * so old that later events have been dropped.
   */
  after(hsn: string, id: string): readonly PublishedNews[] | null
}

/** Number of events kept per terminal for reconnecting followers: the steps of about ten sales. */
export const keptEvents = 200
/** The same of all terminals together, for a node that has thousands; those of the terminals used last are kept. */
export const keptInAll = 20_000

interface History {
  readonly kept: { readonly sequence: number; readonly news: TerminalNews }[]
  /** Sequence of the newest event that was dropped; 0 when none was. */
  forgotten: number
}

export function createTerminalEvents(log: Log): TerminalEvents {
  const listeners = new Map<string, Set<(published: PublishedNews) => void>>()
  const histories = new Map<string, History>()
  // Ids contain the process, because ids of another process are invalid here.
  const process = randomBytes(6).toString('hex')
  let sequence = 0
  let kept = 0
  /** Sequence of the newest event of a terminal whose history was dropped; 0 when none was. */
  let forgotten = 0
  const idOf = (number: number): string => `${process}-${number}`

  const remember = (news: TerminalNews): void => {
    sequence += 1
    const history = histories.get(news.hsn) ?? { kept: [], forgotten }
    // A map keeps its insertion order: the terminal used last is at the end.
    histories.delete(news.hsn)
    histories.set(news.hsn, history)
    history.kept.push({ sequence, news })
    if (history.kept.length > keptEvents) history.forgotten = history.kept.shift()?.sequence ?? 0
    else kept += 1
    if (kept > keptInAll) dropOldest()
  }
  const dropOldest = (): void => {
    const [oldest] = histories
    if (oldest === undefined) return
    const [hsn, history] = oldest
    histories.delete(hsn)
    kept -= history.kept.length
    forgotten = history.kept.at(-1)?.sequence ?? forgotten
  }
  return {
    publish(news) {
      remember(news)
      const published = { id: idOf(sequence), news }
      for (const listener of [...(listeners.get(news.hsn) ?? [])]) {
        try {
          listener(published)
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
    latestId: () => idOf(sequence),
    after(hsn, id) {
      const [from, number = ''] = id.split('-')
      if (from !== process || !/^\d{1,15}$/.test(number) || Number(number) > sequence) return null
      const history = histories.get(hsn)
      if (history === undefined) return Number(number) < forgotten ? null : []
      if (Number(number) < history.forgotten) return null
      return history.kept
        .filter((one) => one.sequence > Number(number))
        .map((one) => ({ id: idOf(one.sequence), news: one.news }))
    },
  }
}
