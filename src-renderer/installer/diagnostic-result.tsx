import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { quantityIn } from '../../src-shared/language.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { labelKey } from './fact-keys.ts'
import style from './operations.module.css'
import type { Diagnostic } from './terminals-store.ts'
import { useFactWords } from './use-fact-words.ts'

/** The result of a test: the facts in a table, and the signature as drawn. */
export function DiagnosticResultView({ diagnostic }: { readonly diagnostic: Diagnostic }) {
  const { t } = useTranslation('staff')
  const write = useFactWords()
  const language = useSnapshot(({ settings }) => settings.language)
  const { result, failed } = diagnostic
  if (failed !== null || result === null) {
    return (
      <Outcome ok={false} title={t('operations.failed')}>
        <p>{t(`refusal.${failed ?? 'failed'}`)}</p>
      </Outcome>
    )
  }
  return (
    <Outcome
      ok={result.ok}
      title={t(result.ok ? 'operations.worked' : 'operations.failed', {
        seconds: quantityIn(language, Math.round(result.took_ms / 100) / 10),
      })}
    >
      {result.signature !== null && (
        <img className={style.signature} src={result.signature} alt={t('operations.signature')} />
      )}
      {result.facts.length > 0 && (
        <dl className={style.facts}>
          {result.facts.map((fact) => (
            <div key={fact.name} className={style.fact}>
              <dt>{t(labelKey(fact))}</dt>
              <dd>{write(fact)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Outcome>
  )
}

interface OutcomeProps {
  readonly ok: boolean
  readonly title: string
  readonly children: React.ReactNode
}

function Outcome({ ok, title, children }: OutcomeProps) {
  const Icon = ok ? IconCheck : IconAlertTriangle
  return (
    <div className={`${style.result} ${ok ? style.ok : ''}`} role="status">
      <p className={style.resultTitle}>
        <Icon size={26} aria-hidden />
        {title}
      </p>
      {children}
    </div>
  )
}
