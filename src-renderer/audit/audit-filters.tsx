import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { auditAreas } from '../../src-shared/pos/audit/audit-areas.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field, SelectField } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './audit.module.css'
import { type AuditSearch, allOfIt, narrow, readFirst, useAuditStore } from './audit-store.ts'

/** Delay before a search, in ms, so that typing does not search letter by letter. */
const restMs = 300

/** Filters by person, area, days and text. */
export function AuditFilters() {
  const { t } = useTranslation('audit')
  const search = useAuditStore((state) => state.search)
  const people = useSnapshot(({ staff }) => staff.people?.managed?.people ?? staff.people?.shown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const choose = (changes: Partial<AuditSearch>) => {
    narrow(changes)
    void readFirst()
  }
  const isNarrowed = Object.values(search).some((value) => value !== '')
  return (
    <search className={style.filters} aria-label={t('filter.label')}>
      <Field
        label={t('filter.text')}
        placeholder={t('filter.placeholder')}
        value={search.text}
        maxLength={100}
        onChange={(text) => {
          narrow({ text })
          clearTimeout(timer.current)
          timer.current = setTimeout(() => void readFirst(), restMs)
        }}
        onEnter={() => void readFirst()}
      />
      {people !== undefined && people.length > 0 && (
        <SelectField
          label={t('filter.person')}
          value={search.person}
          options={[
            { value: '', label: t('filter.anybody') },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(person) => choose({ person })}
        />
      )}
      <SelectField
        label={t('filter.area')}
        value={search.area}
        options={[
          { value: '', label: t('filter.everything') },
          ...auditAreas.map((area) => ({ value: area, label: t(`area.${area}`) })),
        ]}
        onChange={(area) => choose({ area })}
      />
      <Field type="date" label={t('filter.from')} value={search.from} onChange={(from) => choose({ from })} />
      <Field type="date" label={t('filter.to')} value={search.to} onChange={(to) => choose({ to })} />
      {isNarrowed && (
        <ActionButton
          kind="quiet"
          icon={<IconX size={24} aria-hidden />}
          label={t('filter.clear')}
          onPress={() => choose(allOfIt)}
        />
      )}
    </search>
  )
}
