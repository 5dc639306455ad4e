import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { isOpen, openBill } from '../stores/charge.ts'
import { useRunning } from '../stores/command-store.ts'
import { type OrderToPay, useEntryStore } from '../stores/entry-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** Replaces the ways to pay for an order that costs nothing: it needs no card, no cash and no service. */
export function NoChargeButton({ order }: { readonly order: OrderToPay }) {
  const { t } = useTranslation()
  const running = useRunning('bill.open')
  const isReady = useSnapshot(isOpen) && !running
  const complete = () => {
    if (!isReady) return
    useEntryStore.setState({ order })
    void openBill()
  }
  useKeys({ enter: complete })
  return (
    <ActionButton
      kind="primary"
      label={t('ready.noCharge')}
      keyHint="Enter"
      disabled={!isReady}
      onPress={complete}
    />
  )
}
