import { IconSearch, IconX } from '@tabler/icons-react'
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { CatalogueItem } from '../../src-shared/pos/catalogue/catalogue.ts'
import { barcodeKey } from '../../src-shared/pos/catalogue/look-up.ts'
import { tapItem } from '../cashier/cart/add-item.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { loadPictures, useCatalogueStore } from './catalogue-store.ts'
import { categoriesOf, findItems, firstView, type ItemView, viewOf } from './find-items.ts'
import style from './item-grid.module.css'

const noItems: readonly CatalogueItem[] = []

/** The items as tiles: quick items first, others by category or search. */
export const ItemGrid = memo(function ItemGrid() {
  const { t } = useTranslation('sell')
  const read = useCatalogueStore(({ catalogue }) => catalogue?.items ?? null)
  const items = read ?? noItems
  const byBarcode = useCatalogueStore((state) => state.byBarcode)
  const [chosen, setChosen] = useState<ItemView | null>(null)
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search)
  const view = useMemo(() => viewOf(items, chosen), [items, chosen])
  const { shown, found } = useMemo(() => findItems(items, view, searched), [items, view, searched])
  useEffect(() => loadPictures(shown), [shown])
  const enter = () => {
    const only = shown.length === 1 && searched === search ? shown[0] : undefined
    const item = byBarcode.get(barcodeKey(search)) ?? only
    if (item === undefined) return
    tapItem(item, performance.now())
    setSearch('')
  }
  return (
    <section className={style.items} aria-label={t('items')}>
      <SearchField search={search} onSearch={setSearch} onEnter={enter} />
      <Views
        items={items}
        view={search === '' ? view : null}
        onChoose={(next) => {
          setChosen(next)
          setSearch('')
        }}
      />
      {read !== null && shown.length === 0 && (
        <p className={style.nothing}>{t(search === '' ? 'nothingHere' : 'nothingFound')}</p>
      )}
      {shown.length > 0 && (
        <div className={style.grid}>
          {shown.map((item) => (
            <Tile key={item.id} item={item} />
          ))}
        </div>
      )}
      {found > shown.length && <p className={style.nothing}>{t('more', { count: found - shown.length })}</p>}
    </section>
  )
})

interface SearchFieldProps {
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly onEnter: () => void
}

function SearchField({ search, onSearch, onEnter }: SearchFieldProps) {
  const { t } = useTranslation('sell')
  return (
    <div className={style.find}>
      <IconSearch size={24} aria-hidden />
      <input
        className={style.search}
        type="text"
        value={search}
        placeholder={t('search')}
        aria-label={t('search')}
        autoComplete="off"
        maxLength={80}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter()
          if (event.key !== 'Escape') return
          onSearch('')
          event.currentTarget.blur()
        }}
      />
      {search !== '' && (
        <button
          type="button"
          className={style.clear}
          aria-label={t('clearSearch')}
          onClick={() => onSearch('')}
        >
          <IconX size={24} aria-hidden />
        </button>
      )}
    </div>
  )
}

interface ViewsProps {
  readonly items: readonly CatalogueItem[]
  /** Null while a search is active. */
  readonly view: ItemView | null
  readonly onChoose: (view: ItemView) => void
}

const keyOf = (view: ItemView): string => (view.kind === 'category' ? `category ${view.category}` : view.kind)

function Views({ items, view, onChoose }: ViewsProps) {
  const { t } = useTranslation('sell')
  const categories = useMemo(() => categoriesOf(items), [items])
  const hasQuick = firstView(items).kind === 'quick'
  if (categories.length === 0 && !hasQuick) return null
  const views: readonly (readonly [ItemView, string])[] = [
    ...(hasQuick ? [[{ kind: 'quick' }, t('quick')] as const] : []),
    [{ kind: 'all' }, t('all')],
    ...categories.map((category) => [{ kind: 'category', category }, category] as const),
  ]
  return (
    // A fieldset would add a frame and a legend; only the name is needed.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="group" className={style.views} aria-label={t('categories')}>
      {views.map(([one, label]) => (
        <button
          key={keyOf(one)}
          type="button"
          className={style.view}
          aria-pressed={view !== null && keyOf(view) === keyOf(one)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(one)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

const Tile = memo(function Tile({ item }: { readonly item: CatalogueItem }) {
  const { t } = useTranslation('sell')
  const money = useMoney()
  const picture = useCatalogueStore(({ pictures }) => pictures[item.id] ?? '')
  return (
    <button
      type="button"
      className={style.tile}
      data-colour={item.colour}
      // Keeps the focus where it was: Enter must charge, not add the item again.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => tapItem(item, event.timeStamp)}
    >
      {item.picture && picture !== '' && <img className={style.picture} src={picture} alt="" />}
      <span className={style.name}>{item.name}</span>
      <span className={style.price}>{item.price === null ? t('openPrice') : money(item.price)}</span>
    </button>
  )
})
