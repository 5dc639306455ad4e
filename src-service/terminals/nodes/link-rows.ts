import type { Services } from '../../services.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../../store/row-writes.ts'
import type { Row, Write } from '../../store/store.ts'
import type { DatabaseClock } from './database-clock.ts'
import { type LiveNodes, noAccount } from './live-nodes.ts'

/** With which node a terminal is linked, or was last. */
export interface LinkDocument {
  readonly node: string
  readonly linked: boolean
  /** When its hello was believed, ms of the database's time: of two nodes the later one has the terminal. */
  readonly since: number
  /** When this was written, ms of the database's time. */
  readonly changed_at: number
}
export type LinkRow = Row<LinkDocument>

/** A link of this node as it is now. */
type OwnLink = Pick<LinkDocument, 'linked' | 'since'>

/** The rows of links: one a terminal. */
export interface LinkRows {
  /** Has it written down that this is so, soon and together with others. Nobody waits for it. */
  note(hsn: string, link: OwnLink): void
  /** Tries again what could not be written. */
  retry(): void
  /** Of one terminal; null where none was linked yet. */
  of(hsn: string): Promise<LinkRow | null>
  /** Those of these terminals that are linked with any node, dead or alive. */
  linked(hsns: readonly string[]): Promise<readonly LinkRow[]>
  /** Those that changed since, ms of the database's time. */
  changedSince(time: number): Promise<readonly LinkRow[]>
  /** Resolves when nothing is being written any more; what waits stays unwritten. */
  stop(): Promise<void>
}

/** After a restart every terminal dials at once: so many are written by one commit. */
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

  /** Null where what is written already goes before: another node's link that is newer, or that took this one's place. */
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
      // Another node wrote one of them meanwhile: that does not hold the others up.
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
