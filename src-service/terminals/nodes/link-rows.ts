import type { Services } from '../../services.ts'
import { firstRow, insertOf, nextRow, noAccount, updateOf } from '../../store/row-writes.ts'
import type { Row, Write } from '../../store/store.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { LiveNodes } from './live-nodes.ts'

/** The node to which a terminal is linked, or was linked last. */
export interface LinkDocument {
  readonly node: string
  readonly linked: boolean
  /** When its hello was accepted, in ms of the database's time: of two nodes, the later one has the terminal. */
  readonly since: number
  /** When this row was written, in ms of the database's time. */
  readonly changed_at: number
}
export type LinkRow = Row<LinkDocument>

/** The current state of a link of this node. */
type OwnLink = Pick<LinkDocument, 'linked' | 'since'>

/** The rows of links, one per terminal. */
export interface LinkRows {
  /** Schedules the write of a link's state, soon and together with others. Does not wait for it. */
  note(hsn: string, link: OwnLink): void
  /** Retries failed writes. */
  retry(): void
  /** Returns the row of one terminal; null when it was never linked. */
  of(hsn: string): Promise<LinkRow | null>
  /** Returns the rows of those terminals that are linked to any node, live or not. */
  linked(hsns: readonly string[]): Promise<readonly LinkRow[]>
  /** Returns the rows that changed since `time`, in ms of the database's time. */
  changedSince(time: number): Promise<readonly LinkRow[]>
  /** Resolves when the current write has ended; pending writes are dropped. */
  stop(): Promise<void>
}

/** Maximum number of rows per commit: after a restart all terminals connect at once. */
const mostTogether = 200
const mostRead = 10_000

export function createLinkRows(
  { store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>,
  {
    self,
    time,
    nodes,
  }: { readonly self: string; readonly time: DatabaseClock; readonly nodes: Pick<LiveNodes, 'find'> },
): LinkRows {
  const waiting = new Map<string, OwnLink>()
  let writing: Promise<void> | null = null
  let stopped = false

  const read = (hsns: readonly string[]): Promise<readonly LinkRow[]> =>
    store.list<LinkDocument>('terminal_link', {
      account_id: noAccount,
      where: [{ column: 'id', is: 'in', value: hsns }],
      limit: hsns.length,
    })

  /** Returns null if the stored row takes precedence: another node's newer link, or one that replaced this node's. */
  async function writeOf(hsn: string, link: OwnLink, row: LinkRow | undefined): Promise<Write | null> {
    const document: LinkDocument = { node: self, ...link, changed_at: time.now() }
    if (row === undefined) {
      const first = firstRow(noAccount, hsn, document, clock.now())
      return link.linked ? insertOf('terminal_link', first) : null
    }
    const { node, since, linked } = row.document
    const isOwn = node === self
    const isSuperseded = link.linked
      ? !isOwn && linked && since > link.since && (await nodes.find(node)) !== null
      : !isOwn || since !== link.since || !linked
    return isSuperseded ? null : updateOf('terminal_link', nextRow(row, document, clock.now()))
  }

  async function write(links: readonly (readonly [string, OwnLink])[]): Promise<void> {
    for (;;) {
      const rows = new Map((await read(links.map(([hsn]) => hsn))).map((row) => [row.id, row]))
      const writes = await Promise.all(links.map(([hsn, link]) => writeOf(hsn, link, rows.get(hsn))))
      const needed = writes.filter((one) => one !== null)
      if (needed.length === 0 || (await store.commit({ writes: needed })).ok) return
      // Another node wrote one of the rows meanwhile: the others are written one by one.
      if (links.length > 1) {
        for (const link of links) await write([link])
        return
      }
    }
  }

  async function writeAll(): Promise<void> {
    while (waiting.size > 0 && !stopped) {
      const some = [...waiting].slice(0, mostTogether)
      for (const [hsn] of some) waiting.delete(hsn)
      try {
        await write(some)
      } catch (error) {
        log.warn({ err: error, count: some.length }, 'terminal.links_not_written')
        for (const [hsn, link] of some) if (!waiting.has(hsn)) waiting.set(hsn, link)
        return
      }
    }
  }
  function start(): void {
    if (writing !== null || stopped) return
    writing = writeAll().finally(() => {
      writing = null
    })
  }

  return {
    note(hsn, link) {
      waiting.set(hsn, link)
      start()
    },
    retry() {
      if (waiting.size > 0) start()
    },
    of: (hsn) => store.get<LinkDocument>('terminal_link', noAccount, hsn),
    async linked(hsns) {
      return hsns.length === 0 ? [] : (await read(hsns)).filter(({ document }) => document.linked)
    },
    changedSince: (from) =>
      store.list<LinkDocument>('terminal_link', {
        where: [{ column: 'changed_at', is: '>=', value: from }],
        leastOf: 'changed_at',
        limit: mostRead,
      }),
    async stop() {
      stopped = true
      await writing
    },
  }
}
