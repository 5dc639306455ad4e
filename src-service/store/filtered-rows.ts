import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kind, Query, Row, Store } from './store.ts'

const rowsAtOnce = 100

/**
 * A view of the store for a caller who may see only some rows of a kind: a list reads on until it has as many visible
 * rows as requested.
 */
export function filteredRows<Shown>(
  store: Pick<Store, 'find' | 'list'>,
  kind: Kind,
  isShown: (row: Row<Shown>) => Promise<boolean>,
): Pick<Store, 'find' | 'list'> {
  return {
    async find<Document>(_: unknown, id: string) {
      const row = await store.find<Shown>(kind, id)
      return row !== null && (await isShown(row)) ? (row as unknown as Row<Document>) : null
    },
    async list<Document>(_: unknown, query: Query) {
      const backwards = query.before !== undefined
      const found: Row<Shown>[] = []
      let position: Query = { ...query, limit: rowsAtOnce }
      for (;;) {
        const rows = await store.list<Shown>(kind, position)
        for (const row of backwards ? [...rows].reverse() : rows) {
          if (found.length < query.limit && (await isShown(row))) found.push(row)
        }
        const last = backwards ? rows[0] : rows.at(-1)
        if (found.length >= query.limit || rows.length < rowsAtOnce || last === undefined) break
        // SQLite answers synchronously: without this, every request would wait for the end of a long list.
        await nextTurn()
        position = { ...position, [backwards ? 'before' : 'after']: last }
      }
      if (backwards) found.reverse()
      return found as unknown as Row<Document>[]
    },
  }
}
