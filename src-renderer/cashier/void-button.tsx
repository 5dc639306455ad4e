import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'

/** Voids the payment of this sale. It has no keyboard shortcut. */
export function VoidButton({
  disabled,
  label,
}: {
  readonly disabled: boolean
  /** Set if less than the whole payment goes back. */
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
