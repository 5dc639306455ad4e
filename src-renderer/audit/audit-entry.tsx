import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import type { AuditRecord } from '../../src-shared/pos/audit/audit.ts'
import { Badge } from '../components/badge.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './audit.module.css'
import { ChangedSetting } from './changed-setting.tsx'
import { useValue, wordFor } from './use-value.ts'

/** The person is shown above; hashes are only useful with the file. */
const unshown = new Set(['person_id', 'expected_hash', 'head'])

/** One entry in plain words: the action, the person, time, place, and the change. */
export function AuditEntry({ entry }: { readonly entry: AuditRecord }) {
  const { t } = useTranslation('audit')
  const dates = useDates()
  const isBad = entry.outcome === 'found'
  const isDone = entry.outcome === 'done'
  return (
    <li className={`${style.entry} ${isBad ? style.bad : ''}`}>
      <div className={style.head}>
        <h3 className={style.what}>{wordFor(`command.${entry.command}`, entry.command)}</h3>
        {!isDone && (
          <Badge
            tone={isBad ? 'bad' : 'wait'}
            icon={isBad ? <IconAlertTriangle size={20} aria-hidden /> : <IconX size={20} aria-hidden />}
            label={wordFor(`outcome.${entry.outcome}`, t('outcome.refused'))}
          />
        )}
      </div>
      <p className={style.who}>
        <strong>
          <Who entry={entry} />
        </strong>
        {entry.approved_by !== undefined && entry.approved_by.id !== entry.person?.id && (
          <span>{t('approvedBy', { name: entry.approved_by.name ?? t('who.unnamed') })}</span>
        )}
        <time dateTime={entry.at}>{dates.moment(entry.at)}</time>
        {entry.counter !== undefined && <span>{t('atCounter', { name: entry.counter })}</span>}
        <span>{t('number', { n: entry.n })}</span>
        {entry.repeated !== undefined && <span>{t('repeated', { count: entry.repeated })}</span>}
      </p>
      <Facts entry={entry} />
    </li>
  )
}

/** Settings that were changed outside the counter. */
const byAdministrator = new Set(['settings.profile_applied', 'settings.organisation'])

function Who({ entry }: { readonly entry: AuditRecord }) {
  const { t } = useTranslation('audit')
  if (entry.person !== undefined) return entry.person.name ?? t('who.unnamed')
  if (entry.command.startsWith('audit.') && entry.role === null) return t('who.counter')
  if (byAdministrator.has(entry.command)) return t('who.administrator')
  if (entry.role === 'manager' || entry.role === 'installer') return t(`who.${entry.role}`)
  return t('who.nobody')
}

function Facts({ entry }: { readonly entry: AuditRecord }) {
  const write = useValue()
  const about = Object.entries(entry.about).filter(([name]) => !unshown.has(name))
  const changes = Object.entries(entry.changes ?? {})
  if (about.length + changes.length === 0) return null
  return (
    <dl className={style.facts}>
      {about.map(([name, value]) => (
        <div key={name}>
          <dt>{wordFor(`field.${name}`, name)}</dt>
          <dd>{name === 'trouble' ? wordFor(`kind.${kindOf(value)}`, String(value)) : write(name, value)}</dd>
        </div>
      ))}
      {changes.map(([name, change]) => (
        <ChangedSetting key={name} name={name} {...change} />
      ))}
    </dl>
  )
}

export const kindOf = (fault: unknown): string => String(fault).split(' ')[0] ?? ''
