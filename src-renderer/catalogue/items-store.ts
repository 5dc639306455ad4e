import { create } from 'zustand'

/** The view of the manager's items page. */
export type ItemsView =
  | { readonly kind: 'list' }
  /** Null for a new item. */
  | { readonly kind: 'item'; readonly id: string | null }
  | { readonly kind: 'import' }
  | { readonly kind: 'rules' }

export const useItemsStore = create<{ readonly view: ItemsView }>()(() => ({ view: { kind: 'list' } }))

export const showItems = (view: ItemsView): void => useItemsStore.setState({ view })

/** The target of Back inside the page; null in the list. */
export function useItemsBack(): { readonly words: 'toItems'; readonly go: () => void } | null {
  const isList = useItemsStore(({ view }) => view.kind === 'list')
  return isList ? null : { words: 'toItems', go: () => showItems({ kind: 'list' }) }
}
