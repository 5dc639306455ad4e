import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/action-button.tsx'
import { tell, useRunning } from '../stores/command-store.ts'

/** For a sale whose outcome the service refuses to tell: a person takes it from here. */
export function LeaveOpenButton() {
  const { t } = useTranslation()
  return (
    <ActionButton
      label={t('checking.leave')}
      disabled={useRunning('sale.finish')}
      onPress={() => tell('sale.finish', undefined)}
    />
  )
}
