import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'

/** Gives the payment of this sale back. No key does it. */
export function VoidButton({ disabled }: { readonly disabled: boolean }) {
  const { t } = useTranslation()
  const deciding = useRunning('sale.decide')
  return (
    <ActionButton
      kind="undo"
      label={t('deciding.void')}
      disabled={deciding || disabled}
      onPress={() => send('sale.decide', { choice: 'void' })}
    />
  )
}
