import type { OtherNode } from '../../http/forward.ts'
import type { Services } from '../../services.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../../store/row-writes.ts'
import type { Row } from '../../store/store.ts'
import type { TerminalTimings } from '../timings.ts'
import type { DatabaseClock } from './database-clock.ts'

interface NodeDocument {
  readonly url: string
  /** When it last gave a sign of life, ms of the database's time. */
  readonly beat_at: number
}
type NodeRow = Row<NodeDocument>

/** The nodes that reach each other: a row for each start of one, which counts while its beat is new. */
export interface LiveNodes {
  /** Before anything else: the others, and this node's first beat. */
  join(): Promise<void>
  /** Writes this node's own beat, and removes the rows of nodes that are gone. */
  beat(): Promise<void>
  /** Reads the others anew. */
  refresh(): Promise<void>
  /** The node of this id, when it is alive and another one than this; null else. */
  find(id: string): Promise<OtherNode | null>
  /** This node goes, and its links with it. */
  leave(): Promise<void>
}

/** Rows of the service itself belong to no account. */
export const noAccount = ''
/** More than any service has. */
const mostNodes = 1_000
/** After so long without a beat nothing asks for a node any more, ms. */
const forgottenMs = 60 * 60_000
/** What was read so recently is not read again for a node that seems dead, ms. */
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

  /** Long without a beat, or killed: this one has been started in its place. */
  const isGone = ({ id, document: { url, beat_at } }: NodeRow, now: number): boolean =>
    now - beat_at >= forgottenMs || (id !== self.id && url === self.url && beat_at < joinedAt)

  const beat = async (): Promise<void> => {
    const now = await time.ask()
    // Removed meanwhile by a node that took this one for long gone, or written by a beat that was not answered.
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
      // One that is not known may have come since; one that seems dead may only have been read too long ago.
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
 * An old beat of another node proves nothing while this one's own fail: the database is away for both of them. Nor does it
 * right after the first one that succeeds again, for the other one has its turn as well. So meanwhile time stands still.
 */
function createOwnBeats(beatMs: number) {
  /** So long after a beat the next one has failed, or waits for the database, ms. */
  const gapMs = 2 * beatMs
  /** ms of the database's time, as all here. */
  let last = Number.NEGATIVE_INFINITY
  let gap: { readonly from: number; readonly until: number } | null = null
  return {
    /** One succeeded. */
    add(at: number) {
      const from = last + gapMs
      if (at > from && from > Number.NEGATIVE_INFINITY) gap = { from, until: at + 2 * beatMs }
      last = at
    },
    /** The time by which the beats of others are old or not. */
    timeOfBeats(now: number): number {
      if (gap !== null && now < gap.until) return gap.from
      return now > last + gapMs && last > Number.NEGATIVE_INFINITY ? last + gapMs : now
    },
  }
}

/** Whatever a row says, nothing else is asked for. */
const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
