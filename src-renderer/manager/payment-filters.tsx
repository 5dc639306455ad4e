import { IconAdjustments, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { wordFields } from '../../src-shared/pos/manager/manager.ts'
import {
  type Filters,
  type Period,
  periodKinds,
  statusFilters,
} from '../../src-shared/pos/manager/payment-filters.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field, SelectField } from '../components/field.tsx'
import { Segments } from '../components/segments.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import style from './payment-filters.module.css'
import { isNarrowedByMore, isUnclear, isUnclearSearch } from './payment-search.ts'
import { clearFilters, filter, search, usePaymentsStore } from './payments-store.ts'

/** Delay before a search, in ms, so that typing does not search letter by letter. */
const restMs = 300

/**
 * The filters of the list. Search text and days are visible, on narrow screens only the text. The others are behind a
 * button, so that the list starts higher up.
 */
export function PaymentFilters() {
  const { t } = useTranslation('staff')
  const filters = usePaymentsStore((state) => state.filters)
  const unclear = isUnclearSearch(filters)
  const [unfolded, setUnfolded] = useState(unclear)
  const words = useRef<HTMLInputElement>(null)
  const { soon, now } = useSearch()
  const write = (changes: Partial<Filters>) => {
    filter(changes)
    soon()
  }
  const choose = (changes: Partial<Filters>) => {
    filter(changes)
    now()
  }
  useKeys({ f3: () => words.current?.focus() })
  const trouble = (text: string) => (isUnclear(text) ? t('filters.unclear') : null)
  // The panel stays open while a person corrects an unclear value, and afterwards.
  const shown = unfolded || unclear
  const inUse = isNarrowedByMore(filters)
  return (
    <search className={style.filters} aria-label={t('filters.label')}>
      <div className={style.first}>
        <div className={style.search}>
          <Field
            label={t('filters.reference')}
            placeholder={t('filters.referencePlaceholder')}
            value={filters.reference}
            maxLength={300}
            {...(isLastFour(filters) ? { hint: t('filters.phone') } : {})}
            inputRef={words}
            onChange={(reference) => write({ reference })}
            onEnter={now}
          />
        </div>
        <div
          className={`${style.periods} ${shown || filters.period.kind === 'days' ? '' : style.foldedDays}`}
        >
          <Segments
            legend={t('filters.period')}
            options={periodKinds.map((value) => ({ value, label: t(`period.${value}`) }))}
            value={filters.period.kind}
            onChange={(kind) => choose({ period: { ...filters.period, kind } })}
          />
        </div>
        <Toggle
          label={t(shown ? 'filters.less' : inUse ? 'filters.moreSet' : 'filters.more')}
          inUse={inUse}
          shown={shown}
          onPress={() => setUnfolded(unclear || !shown)}
        />
      </div>
      {filters.period.kind === 'days' && <Days period={filters.period} onChange={choose} />}
      <div className={`${style.more} ${shown ? '' : style.folded}`}>
        <SelectField
          label={t('filters.field')}
          value={filters.field}
          options={(['any', ...wordFields] as const).map((value) => ({
            value,
            label: t(`filters.fields.${value}`),
          }))}
          onChange={(field) => choose({ field })}
        />
        <SelectField
          label={t('filters.status')}
          value={filters.status}
          options={statusFilters.map((value) => ({ value, label: t(`filters.statuses.${value}`) }))}
          onChange={(status) => choose({ status })}
        />
        <Field
          label={t('filters.amount')}
          inputMode="decimal"
          placeholder={t('filters.amountPlaceholder')}
          value={filters.amount}
          maxLength={30}
          trouble={trouble(filters.amount)}
          onChange={(amount) => write({ amount })}
          onEnter={now}
        />
        <Field
          label={t('filters.amountUpTo')}
          inputMode="decimal"
          value={filters.amountUpTo}
          maxLength={30}
          trouble={trouble(filters.amountUpTo)}
          onChange={(amountUpTo) => write({ amountUpTo })}
          onEnter={now}
        />
      </div>
    </search>
  )
}

interface ToggleProps {
  readonly label: string
  readonly inUse: boolean
  readonly shown: boolean
  readonly onPress: () => void
}

/** Beside the days; only an icon on a tablet. */
function Toggle({ label, inUse, shown, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      className={`${style.toggle} ${inUse ? style.inUse : ''}`}
      title={label}
      aria-expanded={shown}
      onClick={onPress}
    >
      <IconAdjustments size={24} aria-hidden />
      <span className={style.toggleWords}>{label}</span>
    </button>
  )
}

const isLastFour = ({ reference, field }: Filters): boolean =>
  field === 'last_four' || (field === 'any' && /^\s*\d{4}\s*$/.test(reference))

function Days({
  period,
  onChange,
}: {
  readonly period: Period
  readonly onChange: (changes: Partial<Filters>) => void
}) {
  const { t } = useTranslation('staff')
  return (
    <div className={style.more}>
      <Field
        type="date"
        label={t('filters.from')}
        value={period.from}
        onChange={(from) => onChange({ period: { ...period, from } })}
      />
      <Field
        type="date"
        label={t('filters.to')}
        value={period.to}
        onChange={(to) => onChange({ period: { ...period, to } })}
      />
    </div>
  )
}

export function ClearFilters() {
  const { t } = useTranslation('staff')
  return (
    <ActionButton
      kind="quiet"
      icon={<IconX size={24} aria-hidden />}
      label={t('filters.clear')}
      onPress={() => {
        clearFilters()
        void search()
      }}
    />
  )
}

/** Searches after a pause in typing, or at once; an immediate search cancels the delayed one. */
function useSearch(): { readonly soon: () => void; readonly now: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const now = () => {
    clearTimeout(timer.current)
    void search()
  }
  return {
    soon: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(now, restMs)
    },
    now,
  }
}
