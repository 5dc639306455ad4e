import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'

/** For a payment whose outcome takes too long to learn: the next customer is served, and it is checked further. */
export function ParkButton() {
  const { t } = useTranslation()
  return (
    <ActionButton
      label={t('checking.park')}
      disabled={useRunning('sale.finish')}
      onPress={() => send('sale.finish', undefined)}
    />
  )
}
