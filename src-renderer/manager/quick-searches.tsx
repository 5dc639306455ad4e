import { useTranslation } from 'react-i18next'
import style from './payment-filters.module.css'
import { quickSearch, quickSearches } from './payment-search.ts'
import { filter, search } from './payments-store.ts'

/** What is looked for again and again, at one press; it takes the place of what was looked for. */
export function QuickSearches() {
  const { t } = useTranslation('staff')
  return (
    <nav className={style.quick} aria-label={t('filters.quick.label')}>
      {quickSearches.map((name) => (
        <button
          key={name}
          type="button"
          className={style.chip}
          onClick={() => {
            filter(quickSearch(name))
            void search()
          }}
        >
          {t(`filters.quick.${name}`)}
        </button>
      ))}
    </nav>
  )
}
