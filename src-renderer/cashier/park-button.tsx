import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'

/** Parks a payment whose outcome takes too long: the cashier serves the next customer while main keeps checking it. */
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
