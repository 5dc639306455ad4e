import { holdsMoney } from '../../src-shared/pos/bill/balance.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import type { KeyMap } from '../keyboard/use-keys.ts'
import { openCash } from '../stores/cash-store.ts'
import { run, send, useCommandStore, useRunning } from '../stores/command-store.ts'
import { useSnapshot, useSnapshotStore } from '../stores/snapshot-store.ts'

/** A part of the bill is paid: leaving this card leads back to the balance, and to no new sale. */
export const useIsPartOfBill = (): boolean => useSnapshot(({ bill }) => bill !== null && holdsMoney(bill))

type Leave = 'bill.pay_otherwise' | 'sale.finish'

/** What leads from the card to the balance. Null: no bill is open, as for a tab, or there is no cash that could pay it. */
function useLeave(): Leave | null {
  const isPayable = useSnapshot(({ bill, settings }) => bill !== null && settings.cash)
  const isPartOfBill = useIsPartOfBill()
  if (!isPayable) return null
  return isPartOfBill ? 'sale.finish' : 'bill.pay_otherwise'
}

/** The card did not pay: the bill is paid by something else. */
export function OtherwiseButton() {
  const { t } = useTranslation()
  const going = useRunning('bill.pay_otherwise')
  // Beside "Back to the balance" it would be the same once more.
  if (useLeave() !== 'bill.pay_otherwise') return null
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

/** The keys that pay the sale in cash, or in another way, at the counter: they do it, too, after a card that did not pay. */
export function useOtherwiseKeys(): KeyMap {
  const leave = useLeave()
  return leave === null ? {} : { f8: () => takeCashAfter(leave), f9: () => send(leave, undefined) }
}

/** The balance is there only with a later snapshot, which may come before the command's answer or after it. */
function takeCashAfter(leave: Leave): void {
  const { snapshot: before } = useSnapshotStore.getState()
  if (before === null || useCommandStore.getState().running.includes(leave)) return
  const stop = useSnapshotStore.subscribe(({ snapshot }) => {
    const isWaiting = snapshot?.sale.kind === before.sale.kind
    if (isWaiting && snapshot?.bill?.id === before.bill?.id) return
    stop()
    const isBalance = snapshot?.sale.kind === 'ready' && snapshot.bill?.status === 'open'
    if (isBalance && snapshot.bill?.id === before.bill?.id) openCash()
  })
  void run(leave, undefined).then((refusal) => refusal !== null && stop())
}
