import { holdsMoney } from '../../src-shared/pos/bill/balance.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** A part of the bill is paid: leaving this card leads back to the balance, and to no new sale. */
export const useIsPartOfBill = (): boolean => useSnapshot(({ bill }) => bill !== null && holdsMoney(bill))

/** The card did not pay: the bill is paid by something else. Where no cash is taken there is nothing else. */
export function OtherwiseButton() {
  const { t } = useTranslation()
  const cash = useSnapshot(({ settings }) => settings.cash)
  const going = useRunning('bill.pay_otherwise')
  const isPartOfBill = useIsPartOfBill()
  // Beside "Back to the balance" it would be the same once more.
  if (!cash || isPartOfBill) return null
  return (
    <ActionButton
      kind="quiet"
      label={t('bill.payOtherwise')}
      disabled={going}
      onPress={() => send('bill.pay_otherwise', undefined)}
    />
  )
}
