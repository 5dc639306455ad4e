import { IconPrinter } from '@tabler/icons-react'
import type { ManagerAction } from '../../src-shared/pos/manager/manager.ts'
import { partGivenBack } from '../../src-shared/pos/refusals.ts'
import { ActionButton } from '../components/action-button.tsx'
import { ReceiptPaper } from '../components/receipt-paper.tsx'
import { Spoken } from '../components/spoken.tsx'
import { Dock } from '../components/stage.tsx'
import tones from '../components/tones.module.css'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { send, useRunning } from '../stores/command-store.ts'
import style from './action-progress.module.css'
import { actionTone, actionWords, isUnderWay } from './action-words.ts'

/** Shows the progress of an action from the snapshot only, and never repeats the action. */
export function ActionProgress({ action }: { readonly action: ManagerAction }) {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const title = t(`action.${actionWords(action)}.${action.state}`, { amount: money(action.amount) })
  const putAway = () => send('payments.dismiss', { action_id: action.id })
  useKeys({ enter: isUnderWay(action) ? undefined : putAway })
  return (
    <Dock
      aboveFirst
      above={
        <div className={style.progress}>
          <div className={`${style.field} ${tones[actionTone(action)] ?? style.calm}`}>
            <h2 className={style.title}>{title}</h2>
            <p>
              {action.state === 'done'
                ? t(`action.meaning.done.${actionWords(action)}`)
                : t(`action.meaning.${action.state}`)}
            </p>
            {isUnderWay(action) && <span className={style.bar} aria-hidden />}
            {action.state === 'checking' && action.tries > 1 && (
              <p>{t('action.tries', { tries: action.tries })}</p>
            )}
            {(action.state === 'refused' || action.state === 'unresolved') && action.detail !== '' && (
              <p className={style.detail}>
                {action.detail === partGivenBack
                  ? t('action.besides')
                  : t('action.detail', { detail: action.detail })}
              </p>
            )}
            {action.state === 'unresolved' && (
              <p className={style.detail}>
                {t('action.number', { number: action.payment_id ?? action.intent_id })}
              </p>
            )}
            {action.print === 'failed' && <p>{t('print.failed')}</p>}
            {action.print === 'printed' && <p>{t('print.printed')}</p>}
          </div>
          {action.receipt !== null && (
            <ReceiptPaper
              lines={action.receipt}
              label={t('action.receipt')}
              signature={null}
              signatureLabel=""
            />
          )}
          <Spoken status>{title}</Spoken>
        </div>
      }
    >
      {action.receipt !== null && action.payment_id !== null && (
        <PrintCredit action={action} paymentId={action.payment_id} />
      )}
      {!isUnderWay(action) && <PutAway action={action} onPress={putAway} />}
    </Dock>
  )
}

function PutAway({ action, onPress }: { readonly action: ManagerAction; readonly onPress: () => void }) {
  const { t } = useTranslation('staff')
  const going = useRunning('payments.dismiss')
  return (
    <ActionButton
      kind="primary"
      label={t(action.state === 'unresolved' ? 'action.noted' : 'action.close')}
      keyHint="Enter"
      disabled={going}
      onPress={onPress}
    />
  )
}

function PrintCredit({ action, paymentId }: { readonly action: ManagerAction; readonly paymentId: string }) {
  const { t } = useTranslation('staff')
  const asking = useRunning('payments.print')
  const printing = asking || action.print === 'printing'
  const label = printing
    ? 'print.printing'
    : action.print === 'not_asked'
      ? 'print.credit'
      : 'print.once_more'
  return (
    <ActionButton
      icon={<IconPrinter size={26} aria-hidden />}
      label={t(label)}
      disabled={printing}
      onPress={() => send('payments.print', { payment_id: paymentId, action_id: action.id })}
    />
  )
}
