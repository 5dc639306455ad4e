import { IconX } from '@tabler/icons-react'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { openDialog } from '../stores/dialog-store.ts'

/** A press of the button stops the terminal at once. Escape, which is close to other keys, asks first. */
export function CancelButton({ cancelling }: { readonly cancelling: boolean }) {
  const { t } = useTranslation()
  const resting = useRunning('sale.cancel') || cancelling
  useKeys({ escape: resting ? undefined : () => openDialog('confirm_cancel') })
  return (
    <ActionButton
      icon={resting ? undefined : <IconX size={26} aria-hidden />}
      label={resting ? t('running.cancelling') : t('running.cancel')}
      {...(resting ? {} : { keyHint: 'Esc' })}
      disabled={resting}
      onPress={() => send('sale.cancel', undefined)}
    />
  )
}
