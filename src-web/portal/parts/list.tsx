// biome-ignore-all lint/a11y/noRedundantRoles: with display: grid, which cards need, browsers take a table's roles away
import type { ComponentChildren } from 'preact'
import { usePortal } from '../context.ts'
import type { CursorPage, Pages } from '../use-pages.ts'
import { Empty, Shown } from './shown.tsx'
import { useFitting } from './use-fitting.ts'

export interface Column<Item> {
  readonly title: string
  readonly cell: (item: Item) => ComponentChildren
  /** Numbers are aligned by their cents. */
  readonly isNumber?: true
  /** The cell that names the entry. */
  readonly isName?: true
}

/** A table. The roles keep it a table for screen readers when its entries are drawn as cards. */
export function List<Item extends { readonly id: string }>({
  label,
  columns,
  items,
}: {
  readonly label: string
  readonly columns: readonly Column<Item>[]
  readonly items: readonly Item[]
}) {
  const { box, way } = useFitting(items)
  return (
    <div ref={box} class="list-box">
      <table class={way} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, isNumber }) => (
              <th
                key={title}
                role="columnheader"
                scope="col"
                class={isNumber === true ? 'number' : undefined}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items.map((item) => (
            <tr key={item.id} role="row">
              {columns.map(({ title, cell, isNumber, isName }) => (
                <td
                  key={title}
                  role="cell"
                  data-label={title}
                  class={isNumber === true ? 'number' : isName === true ? 'name' : undefined}
                >
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A list with pages, and a text for an empty one. */
export function PagedList<Item extends { readonly id: string }>({
  label,
  columns,
  pages,
  empty,
}: {
  readonly label: string
  readonly columns: readonly Column<Item>[]
  readonly pages: Pages<CursorPage<Item>>
  readonly empty: { readonly title: string; readonly text: string }
}) {
  return (
    <Shown load={pages}>
      {({ data }) => (
        <>
          {data.length === 0 && pages.number === 1 ? (
            <Empty {...empty} />
          ) : (
            <List label={label} columns={columns} items={data} />
          )}
          <Leaf {...pages} />
        </>
      )}
    </Shown>
  )
}

export function Leaf({ next, back, number }: Pick<Pages<unknown>, 'next' | 'back' | 'number'>) {
  const { words } = usePortal()
  if (next === null && back === null) return null
  return (
    <nav class="leaf" aria-label={words('list.pages')}>
      <button type="button" class="secondary small" disabled={back === null} onClick={() => back?.()}>
        {words('list.newer')}
      </button>
      <span>{words('list.page', { number })}</span>
      <button type="button" class="secondary small" disabled={next === null} onClick={() => next?.()}>
        {words('list.older')}
      </button>
    </nav>
  )
}
