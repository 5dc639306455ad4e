import type { OtherNode } from '../../http/node-request.ts'
import type { Services } from '../../services.ts'
import { firstRow, insertOf, nextRow, noAccount, updateOf } from '../../store/row-writes.ts'
import type { Row } from '../../store/store.ts'
import type { TerminalTimings } from '../timings.ts'
import type { DatabaseClock } from './database-clock.ts'

interface NodeDocument {
  readonly url: string
  /** Time of its last beat, in ms of the database's time. */
  readonly beat_at: number
}
type NodeRow = Row<NodeDocument>

/** The nodes that reach each other: one row for each start of a node, valid while its beat is recent. */
export interface LiveNodes {
  /** Must be called first: reads the other nodes and writes this node's first beat. */
  join(): Promise<void>
  /** Writes this node's beat, and removes the rows of dead nodes. */
  beat(): Promise<void>
  /** Reads the other nodes again. */
  refresh(): Promise<void>
  /** Returns the node with this id if it is live and not this one; else null. */
  find(id: string): Promise<OtherNode | null>
  /** Removes this node, and with it its links. */
  leave(): Promise<void>
}

/** Above the number of nodes of any service. */
const mostNodes = 1_000
/** After this long without a beat, in ms, no node needs the row any more. */
const forgottenMs = 60 * 60_000
/** Rows read within this time, in ms, are not read again for a node that seems dead. */
const freshMs = 500

export function createLiveNodes(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  parts: {
    readonly self: OtherNode
    readonly time: DatabaseClock
    readonly timings: Pick<TerminalTimings, 'leaseMs' | 'beatMs'>
  },
): LiveNodes {
  const { self, time, timings } = parts
  let rows: ReadonlyMap<string, NodeRow> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let own: NodeRow | null = null
  /** ms of the database's time */
  let joinedAt = 0
  const ownBeats = createOwnBeats(timings.beatMs)

  const refresh = async (): Promise<void> => {
    const found = await store.list<NodeDocument>('service_node', { account_id: noAccount, limit: mostNodes })
    rows = new Map(found.map((row) => [row.id, row]))
    readAt = performance.now()
  }
  const liveNode = (id: string): OtherNode | null => {
    const document = rows.get(id)?.document
    const isLive =
      document !== undefined && ownBeats.timeOfBeats(time.now()) - document.beat_at < timings.leaseMs
    return isLive && isHttp(document.url) ? { id, url: document.url } : null
  }
  const write = async (beat_at: number): Promise<boolean> => {
    const document: NodeDocument = { url: self.url, beat_at }
    const now = clock.now()
    const next = own === null ? firstRow(noAccount, self.id, document, now) : nextRow(own, document, now)
    const write = own === null ? insertOf('service_node', next) : updateOf('service_node', next)
    const { ok } = await store.commit({ writes: [write] })
    own = ok ? next : await store.get<NodeDocument>('service_node', noAccount, self.id)
    return ok
  }

  /** Whether a node is gone: without a beat for long, or killed and replaced by this one at the same URL. */
  const isGone = ({ id, document: { url, beat_at } }: NodeRow, now: number): boolean =>
    now - beat_at >= forgottenMs || (id !== self.id && url === self.url && beat_at < joinedAt)

  const beat = async (): Promise<void> => {
    const now = await time.ask()
    // The second attempt is for a row that another node removed as dead, or that an unanswered beat has written.
    if ((await write(now)) || (await write(now))) ownBeats.add(now)
    const timeOfBeats = ownBeats.timeOfBeats(now)
    const gone = [...rows.values()].filter((row) => isGone(row, timeOfBeats))
    if (gone.length === 0) return
    await store.commit({
      writes: gone.map(({ id }) => ({ op: 'delete', kind: 'service_node', account_id: noAccount, id })),
    })
  }

  return {
    async join() {
      joinedAt = await time.ask()
      await refresh()
      await beat()
    },
    beat,
    refresh,
    async find(id) {
      if (id === self.id) return null
      const known = liveNode(id)
      // An unknown node may have joined since, and one that seems dead may have been read too long ago.
      const isRead = rows.has(id) && performance.now() - readAt < freshMs
      if (known !== null || isRead) return known
      await refresh()
      return liveNode(id)
    },
    async leave() {
      await store.commit({
        writes: [{ op: 'delete', kind: 'service_node', account_id: noAccount, id: self.id }],
      })
    },
  }
}

/**
 * Decides the time against which beats of other nodes are compared. While this node's own beats fail, the database may
 * be unreachable for all nodes, so an old beat proves nothing. The same holds right after the first one that succeeds,
 * because the others need their turn as well. During such a gap the time stands still.
 */
function createOwnBeats(beatMs: number) {
  /** This long after a beat, in ms, the next one has failed or waits for the database. */
  const gapMs = 2 * beatMs
  /** In ms of the database's time, like all times here. */
  let last = Number.NEGATIVE_INFINITY
  let gap: { readonly from: number; readonly until: number } | null = null
  return {
    /** Records a successful beat. */
    add(at: number) {
      const from = last + gapMs
      if (at > from && from > Number.NEGATIVE_INFINITY) gap = { from, until: at + 2 * beatMs }
      last = at
    },
    /** Returns the time against which the beats of others are compared. */
    timeOfBeats(now: number): number {
      if (gap !== null && now < gap.until) return gap.from
      return now > last + gapMs && last > Number.NEGATIVE_INFINITY ? last + gapMs : now
    },
  }
}

/** Requests go only to HTTP URLs, whatever a row contains. */
const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
