import { IconBookmark, IconBookmarkOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import {
  type Filters,
  longestSearchName,
  mostSavedSearches,
} from '../../src-shared/pos/manager/payment-filters.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useShopClock } from '../stores/shop-clock.ts'
import style from './keep-search.module.css'
import { ClearFilters } from './payment-filters.tsx'
import { isNarrowed, isUnclearSearch, keepingOf } from './payment-search.ts'
import { usePaymentsStore } from './payments-store.ts'
import { shopDay } from './period.ts'
import { clearSearchRefusal, removeSearch, saveSearch, useSavedSearches } from './saved-searches-store.ts'

/** Clears this search, saves it under a name, or removes it if it is saved. */
export function KeepSearch() {
  const { t } = useTranslation('staff')
  const filters = usePaymentsStore((state) => state.filters)
  const { searches, busy, refusal } = useSavedSearches()
  const [naming, setNaming] = useState(false)
  const keeping = keepingOf(filters, searches, shopDay(new Date(), useShopClock()))
  const clear = isNarrowed(filters) && <ClearFilters />
  // A quick search has nothing to save, and is left by choosing another one.
  if (keeping === null) return isUnclearSearch(filters) && <div className={style.line}>{clear}</div>
  if (keeping.kind === 'kept') {
    return (
      <div className={style.line}>
        {clear}
        <ActionButton
          kind="quiet"
          icon={<IconBookmarkOff size={24} aria-hidden />}
          label={t('filters.own.remove', { name: keeping.name })}
          disabled={busy}
          onPress={() => void removeSearch(keeping.name)}
        />
        {refusal !== null && (
          <p role="alert" className={style.trouble}>
            {t('filters.own.failed')}
          </p>
        )}
      </div>
    )
  }
  if (naming) return <NameForm filters={filters} onEnd={() => setNaming(false)} />
  return (
    <div className={style.line}>
      {clear}
      <ActionButton
        kind="quiet"
        icon={<IconBookmark size={24} aria-hidden />}
        label={t('filters.own.save')}
        onPress={() => setNaming(true)}
      />
    </div>
  )
}

function NameForm({ filters, onEnd }: { readonly filters: Filters; readonly onEnd: () => void }) {
  const { t } = useTranslation('staff')
  const { searches, busy, refusal } = useSavedSearches()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const name = text.trim()
  const isTaken = searches.some((search) => search.name === name)
  const isFull = searches.length >= mostSavedSearches && !isTaken
  const end = () => {
    clearSearchRefusal()
    onEnd()
  }
  const save = async () => {
    if (await saveSearch(name, filters)) onEnd()
  }
  const trouble = (): string | null => {
    if (isFull || refusal === 'not_now') return t('filters.own.full', { most: mostSavedSearches })
    if (refusal === null) return null
    return t(refusal === 'card_data' ? 'filters.own.noCard' : 'filters.own.failed')
  }
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (name !== '' && !isFull && !busy) void save()
      }}
    >
      <div className={style.name}>
        <Field
          label={t('filters.own.name')}
          value={text}
          maxLength={longestSearchName}
          hint={t(isTaken ? 'filters.own.taken' : 'filters.own.hint')}
          trouble={trouble()}
          inputRef={input}
          onChange={setText}
        />
      </div>
      <div className={style.line}>
        <ActionButton submits label={t('filters.own.keep')} disabled={busy || name === '' || isFull} />
        <ActionButton label={t('filters.own.leave')} onPress={end} />
      </div>
    </form>
  )
}
