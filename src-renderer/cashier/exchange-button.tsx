import type { Cents } from '../../src-shared/money.ts'
import type { Return } from '../../src-shared/pos/returns/return.ts'
import { waitingExchange, worthOf } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { payable } from '../stores/charge.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { type OrderToPay, useEntryStore } from '../stores/entry-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** The returned goods pay first, so only the bill of the exchange can be opened. */
export const useExchange = (): Return | null => useSnapshot(waitingExchange)

interface ExchangeButtonProps {
  readonly one: Return
  /** Price of the new goods, in cents. */
  readonly amount: Cents
  readonly order: OrderToPay | null
  /** An action that must come before opening the bill. */
  readonly first: { readonly label: string; readonly onPress: () => void } | undefined
}

/** Replaces the ways to pay. A remaining balance is paid on the bill; a remaining credit is asked about first. */
export function ExchangeButton({ one, amount, order, first }: ExchangeButtonProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const opening = useRunning('bill.open')
  const left = amount - worthOf(one.lines)
  const label =
    amount === 0 || left === 0
      ? t('exchange.title')
      : left > 0
        ? t('exchange.pay', { amount: money(left) })
        : t('exchange.back', { amount: money(-left) })
  const isReady = first !== undefined || (amount > 0 && !opening)
  const press = () => {
    if (first !== undefined) return first.onPress()
    if (!isReady) return
    useEntryStore.setState({ order })
    if (left <= 0) return openDialog('exchange')
    const { note } = useEntryStore.getState()
    send('bill.open', { ...payable(), note: note.trim(), exchange: { return_id: one.id, back: 0 } })
  }
  useKeys({ enter: press })
  return (
    <ActionButton
      kind="primary"
      label={first?.label ?? label}
      keyHint="Enter"
      disabled={!isReady}
      onPress={press}
    />
  )
}
