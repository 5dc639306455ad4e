import { useEffect, useRef, useState } from 'react'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { DialogText } from '../components/dialog.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

interface AskProps {
  readonly onPhone: (phone: string) => void
  readonly onTrouble: () => void
}

/** The customer types the number on the terminal, where other people do not overhear it. */
export function AskOnTerminal({ onPhone, onTrouble }: AskProps) {
  const { t } = useTranslation('customers')
  const connected = useSnapshot(({ terminal }) => terminal.kind === 'connected')
  const [asking, setAsking] = useState(false)
  const isAsking = useRef(false)
  useEffect(
    () => () => {
      // Leaving the page cancels the question on the terminal.
      if (isAsking.current) void askMain('customer.stop_asking', undefined)
    },
    [],
  )
  if (!connected) return null
  const ask = async () => {
    setAsking(true)
    isAsking.current = true
    const typed = await askMain('customer.ask_phone', undefined)
    isAsking.current = false
    setAsking(false)
    if (typed.ok) onPhone(typed.value.phone)
    else if (typed.error.code !== 'not_now') onTrouble()
  }
  return asking ? (
    <>
      <DialogText>{t('askingPhone')}</DialogText>
      <ActionButton label={t('stopAsking')} onPress={() => void askMain('customer.stop_asking', undefined)} />
    </>
  ) : (
    <ActionButton label={t('askPhone')} onPress={() => void ask()} />
  )
}
