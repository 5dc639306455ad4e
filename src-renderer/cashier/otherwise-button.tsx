import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/action-button.tsx'
import { send, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** The card did not pay: the bill is paid by something else. Where no cash is taken there is nothing else. */
export function OtherwiseButton() {
  const { t } = useTranslation()
  const cash = useSnapshot(({ settings }) => settings.cash)
  const going = useRunning('bill.pay_otherwise')
  if (!cash) return null
  return (
    <ActionButton
      kind="quiet"
      label={t('bill.payOtherwise')}
      disabled={going}
      onPress={() => send('bill.pay_otherwise', undefined)}
    />
  )
}
