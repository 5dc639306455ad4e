import type { AuditFault, AuditVerification } from '../../src-shared/pos/audit/audit.ts'
import { Notice } from '../components/notice.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './audit.module.css'
import { kindOf } from './audit-entry.tsx'

/** The result of a verification, beginning with whether it found faults. */
export function AuditResult({ result }: { readonly result: AuditVerification }) {
  const { t } = useTranslation('audit')
  const dates = useDates()
  const { entries, unchained, anchor, anchors, anchored_at, faults, recorded } = result
  const count = faults.length + recorded.length
  const when = anchored_at === null ? '' : dates.moment(anchored_at)
  return (
    <Notice
      alert={count > 0}
      tone={count > 0 ? 'bad' : anchor === 'compared' ? 'calm' : 'wait'}
      title={count === 0 ? t('result.whole') : t('result.wrong', { count })}
    >
      <div className={style.findings}>
        {count > 0 && (
          <ul>
            {faults.map((fault) => (
              <li key={JSON.stringify(fault)}>
                <Fault fault={fault} />
              </li>
            ))}
            {recorded.map(({ entry, at, fault }) => (
              <li key={entry}>
                {t('before', {
                  entry,
                  when: at === '' ? '' : dates.moment(at),
                  what: t(`kind.${kindOf(fault) as AuditFault['kind']}`),
                })}
              </li>
            ))}
          </ul>
        )}
        <p>{t('result.read', { count: entries })}</p>
        {unchained > 0 && <p>{t('result.unchained', { count: unchained })}</p>}
        <p>{t(`anchor.${anchor}`, { count: anchors, when })}</p>
        {count > 0 && <p>{t('ask')}</p>}
      </div>
    </Notice>
  )
}

function Fault({ fault }: { readonly fault: AuditFault }) {
  const { t } = useTranslation('audit')
  const dates = useDates()
  const when = 'at' in fault ? dates.moment(fault.at) : ''
  const key = fault.kind === 'rolled_back' && fault.found === 0 ? 'deleted' : fault.kind
  return t(`fault.${key}`, { ...fault, when })
}
