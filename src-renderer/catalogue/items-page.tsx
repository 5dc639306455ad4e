import { IconFileDownload, IconFileUpload, IconPackage, IconReceiptTax } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import type { CatalogueItem } from '../../src-shared/pos/catalogue/catalogue.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Empty, Page } from '../components/page.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { useWhenLeft } from '../stores/put-aside.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { followCatalogue, loadPictures, useCatalogueStore } from './catalogue-store.ts'
import { isMeant, searchWords } from './find-items.ts'
import { ImportPage } from './import-page.tsx'
import { ItemForm } from './item-form.tsx'
import style from './items-page.module.css'
import { showItems, useItemsStore } from './items-store.ts'
import { RulesPage } from './rules-page.tsx'

/** More than a person reads; the search finds the rest. */
const mostShown = 100

/** The manager's page for the shop's items. */
export function ItemsPage() {
  const view = useItemsStore((state) => state.view)
  const catalogue = useCatalogueStore((state) => state.catalogue)
  useEffect(followCatalogue, [])
  useWhenLeft('items', showList)
  switch (view.kind) {
    case 'item':
      return <ItemForm key={view.id} item={catalogue?.items.find(({ id }) => id === view.id) ?? null} />
    case 'import':
      return <ImportPage />
    case 'rules':
      return <RulesPage />
    case 'list':
      return <ItemsList items={catalogue?.items ?? []} />
  }
}

const showList = (): void => showItems({ kind: 'list' })

function ItemsList({ items }: { readonly items: readonly CatalogueItem[] }) {
  const { t } = useTranslation('sell')
  const [search, setSearch] = useState('')
  const unreadable = useSnapshot(({ selling }) => selling.unreadable)
  const found = useMemo(() => {
    const words = searchWords(search)
    return items.filter((item) => isMeant(item, words)).sort((a, b) => a.name.localeCompare(b.name))
  }, [items, search])
  const shown = useMemo(() => found.slice(0, mostShown), [found])
  useEffect(() => loadPictures(shown), [shown])
  return (
    <Page named title={t('page.title')} tools={<Tools hasItems={items.length > 0} />}>
      {unreadable && <Notice alert tone="bad" title={t('page.unreadable')} text={t('page.unreadableText')} />}
      {items.length === 0 ? (
        <NoItems />
      ) : (
        <>
          <Field label={t('search')} value={search} onChange={setSearch} maxLength={80} />
          <p className={style.count} role="status">
            {t('page.found', { count: found.length })}
          </p>
          <ul className={style.list}>
            {shown.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </ul>
          {found.length > shown.length && (
            <p className={style.count}>{t('more', { count: found.length - shown.length })}</p>
          )}
        </>
      )}
    </Page>
  )
}

function Tools({ hasItems }: { readonly hasItems: boolean }) {
  const { t } = useTranslation('sell')
  const exporting = useRunning('catalogue.export')
  return (
    <>
      <ActionButton
        icon={<IconReceiptTax size={24} aria-hidden />}
        label={t('rules.title')}
        onPress={() => showItems({ kind: 'rules' })}
      />
      {hasItems && (
        <>
          <ActionButton
            icon={<IconFileDownload size={24} aria-hidden />}
            label={t('page.export')}
            disabled={exporting}
            onPress={() => send('catalogue.export', undefined)}
          />
          <ImportButton />
          <AddButton label={t('page.add')} />
        </>
      )}
    </>
  )
}

function ImportButton() {
  const { t } = useTranslation('sell')
  return (
    <ActionButton
      icon={<IconFileUpload size={24} aria-hidden />}
      label={t('page.import')}
      onPress={() => showItems({ kind: 'import' })}
    />
  )
}

function AddButton({ label }: { readonly label: string }) {
  return <ActionButton kind="primary" label={label} onPress={() => showItems({ kind: 'item', id: null })} />
}

function NoItems() {
  const { t } = useTranslation('sell')
  return (
    <Empty
      icon={<IconPackage size={64} stroke={1.4} aria-hidden />}
      title={t('page.none')}
      text={t('page.noneText')}
    >
      <ImportButton />
      <AddButton label={t('page.addFirst')} />
    </Empty>
  )
}

function Row({ item }: { readonly item: CatalogueItem }) {
  const { t } = useTranslation('sell')
  const money = useMoney()
  const picture = useCatalogueStore(({ pictures }) => pictures[item.id] ?? '')
  const facts = [item.category, item.barcode, item.active ? '' : t('form.notSold')].filter(Boolean)
  return (
    <li>
      <button type="button" className={style.row} onClick={() => showItems({ kind: 'item', id: item.id })}>
        {item.picture && picture !== '' ? (
          <img className={style.picture} src={picture} alt="" />
        ) : (
          <span className={style.swatch} data-colour={item.colour} />
        )}
        <span className={style.words}>
          <span className={style.name}>{item.name}</span>
          <span className={style.facts}>{facts.join(' · ')}</span>
        </span>
        <span className={style.price}>{item.price === null ? t('openPrice') : money(item.price)}</span>
      </button>
    </li>
  )
}
