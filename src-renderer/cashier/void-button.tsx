import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'

/** Gives the payment of this sale back. No key does it. */
export function VoidButton({
  disabled,
  label,
}: {
  readonly disabled: boolean
  /** Where what goes back is not the whole payment. */
  readonly label?: string | undefined
}) {
  const { t } = useTranslation()
  const deciding = useRunning('sale.decide')
  return (
    <ActionButton
      kind="undo"
      label={label ?? t('deciding.void')}
      disabled={deciding || disabled}
      onPress={() => send('sale.decide', { choice: 'void' })}
    />
  )
}
