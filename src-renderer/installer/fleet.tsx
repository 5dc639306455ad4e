import { IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type FleetFilter,
  fleetFilters,
  fleetOf,
  foundInFleet,
} from '../../src-shared/pos/installer-tools/fleet.ts'
import type { TerminalListItem } from '../../src-shared/pos/terminals/installer.ts'
import { Field } from '../components/field.tsx'
import { Empty } from '../components/page.tsx'
import { Segments } from '../components/segments.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './fleet.module.css'
import { TerminalCard } from './terminal-card.tsx'
import cards from './terminals.module.css'

/** From this number of terminals on, a search field is shown. */
const manyTerminals = 4

/** All terminals of the account, with those that need attention first. */
export function Fleet({ terminals }: { readonly terminals: readonly TerminalListItem[] }) {
  const { t } = useTranslation('staff')
  const [filter, setFilter] = useState<FleetFilter>('all')
  const [words, setWords] = useState('')
  const rows = fleetOf(terminals, Date.now())
  const toSee = rows.filter(({ troubles }) => troubles.length > 0).length
  const isSearched = terminals.length > manyTerminals
  const shown = isSearched ? foundInFleet(rows, filter, words) : rows
  return (
    <>
      {isSearched && (
        <div className={style.search}>
          <p className={style.sum} role="status">
            {t('fleet.sum', { count: terminals.length })},{' '}
            {toSee === 0 ? t('fleet.well') : t('fleet.see', { count: toSee })}
          </p>
          <div className={style.field}>
            <Field
              label={t('fleet.find')}
              placeholder={t('fleet.findHint')}
              value={words}
              maxLength={60}
              onChange={setWords}
            />
          </div>
          <Segments
            legend={t('fleet.show')}
            options={fleetFilters.map((value) => ({ value, label: t(`fleet.filter.${value}`) }))}
            value={filter}
            onChange={setFilter}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <Empty
          icon={<IconSearchOff size={64} stroke={1.4} aria-hidden />}
          title={t('fleet.nothing')}
          text={t('fleet.nothingText')}
        />
      ) : (
        <ul className={cards.cards}>
          {shown.map(({ terminal, troubles }) => (
            <TerminalCard key={terminal.hsn} terminal={terminal} troubles={troubles} />
          ))}
        </ul>
      )}
    </>
  )
}
