import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'

/** Prints the receipt on the counter's own printer. The printing bar shows the progress. */
export function PrintHereButton({ number }: { readonly number: string }) {
  const { t } = useTranslation()
  const [sent, setSent] = useState(false)
  const running = useRunning('prints.receipt')
  const print = async () => {
    if ((await run('prints.receipt', { number, kind: 'sale' })) === null) setSent(true)
  }
  return (
    <ActionButton
      icon={<IconPrinter size={26} aria-hidden />}
      label={t(sent ? 'approved.printAgain' : 'approved.print')}
      disabled={running}
      onPress={() => void print()}
    />
  )
}
