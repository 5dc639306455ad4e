import { IconPrinter } from '@tabler/icons-react'
import { QuietButton } from '../components/quiet-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'

/** Prints the payment's receipt again on the counter's terminal. */
export function PrintReceipt({ paymentId }: { readonly paymentId: string }) {
  const { t } = useTranslation('staff')
  const asking = useRunning('payments.print')
  return (
    <QuietButton
      icon={<IconPrinter size={24} aria-hidden />}
      label={t(asking ? 'print.printing' : 'print.again')}
      onPress={() => send('payments.print', { payment_id: paymentId, action_id: null })}
    />
  )
}
