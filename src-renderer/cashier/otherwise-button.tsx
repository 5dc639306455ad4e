import { holdsMoney } from '../../src-shared/pos/bill/balance.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import type { KeyMap } from '../keyboard/use-keys.ts'
import { openCash } from '../stores/cash-store.ts'
import { run, send, useRunning } from '../stores/command-store.ts'
import { useSnapshot, useSnapshotStore } from '../stores/snapshot-store.ts'

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
      keyHint="F9"
      disabled={going}
      onPress={() => send('bill.pay_otherwise', undefined)}
    />
  )
}

type Leave = 'bill.pay_otherwise' | 'sale.finish'

/** The keys that pay the sale in cash, or in another way, at the counter: they do it, too, after a card that did not pay. */
export function useOtherwiseKeys(): KeyMap {
  const cash = useSnapshot(({ settings }) => settings.cash)
  const leave: Leave = useIsPartOfBill() ? 'sale.finish' : 'bill.pay_otherwise'
  return cash ? { f8: () => void takeCashAfter(leave), f9: () => send(leave, undefined) } : {}
}

/** The balance is there only with a later snapshot, which may come before the command's answer or after it. */
async function takeCashAfter(leave: Leave): Promise<void> {
  const stop = useSnapshotStore.subscribe(({ snapshot }) => {
    if (snapshot?.sale.kind !== 'ready' || snapshot.bill?.status !== 'open') return
    stop()
    openCash()
  })
  if ((await run(leave, undefined)) !== null) stop()
}
