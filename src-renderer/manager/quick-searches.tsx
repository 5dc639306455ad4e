import type { Filters } from '../../src-shared/pos/manager/payment-filters.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useShopClock } from '../stores/shop-clock.ts'
import style from './payment-filters.module.css'
import { isSameSearch, quickSearch, quickSearches } from './payment-search.ts'
import { filter, search, usePaymentsStore } from './payments-store.ts'
import { shopDay } from './period.ts'
import { useSavedSearches } from './saved-searches-store.ts'

/** Frequent searches, available at one press; each replaces the current search. */
export function QuickSearches() {
  const { t } = useTranslation('staff')
  const searches = useSavedSearches((state) => state.searches)
  const now = shopDay(new Date(), useShopClock())
  return (
    <nav className={style.quick} aria-label={t('filters.quick.label')}>
      {quickSearches.map((name) => (
        <Chip key={name} label={t(`filters.quick.${name}`)} filters={quickSearch(name, now)} />
      ))}
      {searches.map(({ name, filters }) => (
        <Chip key={`own ${name}`} label={name} filters={filters} />
      ))}
    </nav>
  )
}

function Chip({ label, filters }: { readonly label: string; readonly filters: Filters }) {
  const isOpen = usePaymentsStore((state) => isSameSearch(state.filters, filters))
  return (
    <button
      type="button"
      className={style.chip}
      aria-current={isOpen || undefined}
      onClick={() => {
        filter(filters)
        void search()
      }}
    >
      {label}
    </button>
  )
}
