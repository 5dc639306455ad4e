import type { OtherNode } from '../../http/node-request.ts'
import type { Services } from '../../services.ts'
import type { RealTimer } from '../link/socket.ts'
import type { TerminalTimings } from '../timings.ts'
import { createDatabaseClock } from './database-clock.ts'
import { createLinkRows, type LinkRow } from './link-rows.ts'
import { createLiveNodes } from './live-nodes.ts'

/**
 * Which node of the service has a terminal's link, in the shared database. A node that gets a request which needs the
 * link forwards it to that node (http/forward.ts).
 *
 *   linked here ─noted, written soon after, together with others▶ row {node, since}
 *   row of another live node, with a later `since` ▶ the link here is closed: the terminal has connected there since
 *   node without a beat for leaseMs ▶ its rows are ignored
 */
export interface LinksOfNodes {
  /** Null when nodes cannot reach each other: each knows only its own links. */
  readonly nodeId: string | null
  start(): Promise<void>
  stop(): Promise<void>
  /** Records that a link of this node came up or went down. Returns at once. */
  note(hsn: string, linked: boolean): void
  /** Returns the other live node that has the terminal's link; null when there is none. */
  holderOf(hsn: string): Promise<OtherNode | null>
  /** Returns the node with this id if it is another one and live; else null. */
  liveNode(id: string): Promise<OtherNode | null>
  /** Returns those of these terminals whose link another live node has. */
  linkedElsewhere(hsns: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Records that a node could not be reached: for some seconds it is not tried again, and followers are not sent to it.
   */
  noteNotReached(id: string): void
  isReached(id: string): boolean
  /**
   * Calls the listener while another node that can be reached has the terminal's link and this one does not.
   * @returns the function that ends it
   */
  onElsewhere(hsn: string, listener: () => void): () => void
}

export interface LinksOfNodesParts {
  /** URL at which the other nodes reach this one; null when they cannot. */
  readonly url: string | null
  /** This node's id, as in the rows of its operations (operations-of-nodes.ts). */
  readonly nodeId: string
  readonly timings: Pick<TerminalTimings, 'beatMs' | 'leaseMs' | 'lookMs'>
  readonly realTimer: RealTimer
  isLinked(hsn: string): boolean
  /** Closes a link of this node whose terminal has connected to another one since. */
  endLink(hsn: string): void
}

/** Overlap of two looks, in ms: a row's time is set before its commit, so rows may appear late. */
const overlapMs = 5_000

const alone: LinksOfNodes = {
  nodeId: null,
  start: async () => {},
  stop: async () => {},
  note() {},
  holderOf: async () => null,
  liveNode: async () => null,
  linkedElsewhere: async () => new Set(),
  noteNotReached() {},
  isReached: () => true,
  onElsewhere: () => () => {},
}

/** How long a node that could not be reached is not tried again, in ms. */
const leftAloneMs = 5_000

export function createLinksOfNodes(
  services: Pick<Services, 'store' | 'clock' | 'log'>,
  parts: LinksOfNodesParts,
): LinksOfNodes {
  const { store, log } = services
  const { url, nodeId, timings, realTimer } = parts
  if (url === null || !store.shared) return alone
  const time = createDatabaseClock(() => store.now())
  const nodes = createLiveNodes(services, { self: { id: nodeId, url }, time, timings })
  const rows = createLinkRows(services, { self: nodeId, time, nodes })
  /** The current links of this node, with the time since when each exists. */
  const own = new Map<string, number>()
  const listeners = new Map<string, Set<() => void>>()
  /** Nodes that could not be reached, and until when they are not tried, in monotonic time. */
  const leftAlone = new Map<string, number>()
  let lookedAt = 0
  let stops: readonly (() => Promise<void>)[] = []

  async function endWhatMoved(): Promise<void> {
    const from = time.now()
    const newer = (await rows.changedSince(lookedAt - overlapMs)).filter(
      ({ id, document }) => document.since > (own.get(id) ?? Number.POSITIVE_INFINITY),
    )
    for (const hsn of await withLiveNodes(newer)) {
      log.info({ hsn }, 'terminal.link_moved')
      parts.endLink(hsn)
    }
    lookedAt = from
  }

  async function reportElsewhere(): Promise<void> {
    const watched = [...listeners.keys()].filter((hsn) => !parts.isLinked(hsn))
    const found = (await rows.linked(watched)).filter(({ document }) => isReached(document.node))
    for (const hsn of await withLiveNodes(found)) {
      for (const listener of [...(listeners.get(hsn) ?? [])]) listener()
    }
  }

  function isReached(id: string): boolean {
    if (performance.now() < (leftAlone.get(id) ?? 0)) return false
    leftAlone.delete(id)
    return true
  }

  async function linkedElsewhere(hsns: readonly string[]): Promise<ReadonlySet<string>> {
    return withLiveNodes(await rows.linked(hsns))
  }

  /** Returns the terminals of the rows whose node is another one and live. Looks each node up once. */
  async function withLiveNodes(found: readonly LinkRow[]): Promise<ReadonlySet<string>> {
    const linked = found.filter(({ document }) => document.linked)
    const ids = [...new Set(linked.map(({ document }) => document.node))]
    const live = new Set<string>()
    for (const id of ids) if ((await nodes.find(id)) !== null) live.add(id)
    return new Set(linked.filter(({ document }) => live.has(document.node)).map(({ id }) => id))
  }

  return {
    nodeId,
    async start() {
      await nodes.join()
      lookedAt = time.now()
      const look = async () => {
        rows.retry()
        await nodes.refresh()
        await endWhatMoved()
        await reportElsewhere()
      }
      const failed = (error: unknown) => log.warn({ err: error }, 'terminal.nodes_not_read')
      stops = [
        repeat(realTimer, timings.beatMs, () => nodes.beat().catch(failed)),
        repeat(realTimer, timings.lookMs, () => look().catch(failed)),
      ]
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      await rows.stop()
      // If that fails, its links remain valid until its beat is too old.
      await nodes.leave().catch((error: unknown) => log.warn({ err: error }, 'terminal.node_not_removed'))
    },
    note(hsn, linked) {
      const since = linked ? time.now() : own.get(hsn)
      if (since === undefined) return
      if (linked) own.set(hsn, since)
      else own.delete(hsn)
      rows.note(hsn, { linked, since })
    },
    async holderOf(hsn) {
      const row = await rows.of(hsn)
      return row?.document.linked === true ? nodes.find(row.document.node) : null
    },
    liveNode: nodes.find,
    linkedElsewhere,
    noteNotReached(id) {
      leftAlone.set(id, performance.now() + leftAloneMs)
    },
    isReached,
    onElsewhere(hsn, listener) {
      const all = listeners.get(hsn) ?? new Set()
      listeners.set(hsn, all.add(listener))
      return () => {
        all.delete(listener)
        if (all.size === 0 && listeners.get(hsn) === all) listeners.delete(hsn)
      }
    },
  }
}

/** Repeats `work`, never overlapping. @returns the function that stops it; resolves when the current run has ended. */
function repeat(realTimer: RealTimer, everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let stopped = false
  let callOff = () => {}
  let running: Promise<void> = Promise.resolve()
  const schedule = () => {
    callOff = realTimer(everyMs, () => {
      running = work().finally(() => {
        if (!stopped) schedule()
      })
    })
  }
  schedule()
  return async () => {
    stopped = true
    callOff()
    await running
  }
}
