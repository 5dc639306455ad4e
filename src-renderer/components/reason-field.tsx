import { useTranslation } from '../i18n/use-translation.ts'
import { Field } from './field.tsx'
import style from './reason-field.module.css'

/** Common reasons for a refund: keys of `reasons.*` in the language files. */
const usual = ['goods_back', 'wrong_item', 'wrong_amount', 'charged_twice', 'complaint'] as const

interface ReasonFieldProps {
  readonly value: string
  readonly onChange: (reason: string) => void
}

/** Enters a common reason with one press, or any other as text. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
  const { t } = useTranslation()
  return (
    <div className={style.reason}>
      <Field label={t('reasons.label')} value={value} onChange={onChange} maxLength={200} />
      <ul className={style.usual}>
        {usual.map((key) => (
          <li key={key}>
            <button
              type="button"
              className={style.one}
              aria-pressed={value === t(`reasons.${key}`)}
              onClick={() => onChange(value === t(`reasons.${key}`) ? '' : t(`reasons.${key}`))}
            >
              {t(`reasons.${key}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
