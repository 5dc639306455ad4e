import { IconChevronRight } from '@tabler/icons-react'
import tones from '../components/tones.module.css'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './action-strip.module.css'
import { actionTone, actionWords } from './action-words.ts'
import { openPayment } from './payments-store.ts'

/** Above the list: actions in progress, and finished ones until dismissed. A press opens the payment. */
export function ActionStrip() {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const actions = useSnapshot(({ manager }) => manager.actions)
  if (actions.length === 0) return null
  return (
    <ul className={style.strip} aria-label={t('action.list')}>
      {actions.map((action) => (
        <li key={action.id}>
          <button
            type="button"
            className={`${style.action} ${tones[actionTone(action)] ?? style.calm}`}
            onClick={() => void openPayment(action.intent_id)}
          >
            <span className={style.words}>
              {t(`action.${actionWords(action)}.${action.state}`, { amount: money(action.amount) })}
              {action.state !== 'done' && (
                <span className={style.next}>{t(`action.meaning.${action.state}`)}</span>
              )}
            </span>
            <IconChevronRight size={24} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
