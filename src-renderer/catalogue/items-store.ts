import { create } from 'zustand'

/** What the manager is at among the items. */
export type ItemsView =
  | { readonly kind: 'list' }
  /** Null: a new one. */
  | { readonly kind: 'item'; readonly id: string | null }
  | { readonly kind: 'import' }
  | { readonly kind: 'rules' }

export const useItemsStore = create<{ readonly view: ItemsView }>()(() => ({ view: { kind: 'list' } }))

export const showItems = (view: ItemsView): void => useItemsStore.setState({ view })

/** Where Back leads from a part of the page; null from the page itself. */
export function useItemsBack(): { readonly words: 'toItems'; readonly go: () => void } | null {
  const isList = useItemsStore(({ view }) => view.kind === 'list')
  return isList ? null : { words: 'toItems', go: () => showItems({ kind: 'list' }) }
}
