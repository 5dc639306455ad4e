import { holdsMoney } from '../../src-shared/pos/bill/balance.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import type { KeyMap } from '../keyboard/use-keys.ts'
import { openCash } from '../stores/cash-store.ts'
import { run, send, useCommandStore, useRunning } from '../stores/command-store.ts'
import { useSnapshot, useSnapshotStore } from '../stores/snapshot-store.ts'

/** Whether a part of the bill is paid: leaving this card then leads back to the balance, not to a new sale. */
export const useIsPartOfBill = (): boolean => useSnapshot(({ bill }) => bill !== null && holdsMoney(bill))

type Leave = 'bill.pay_otherwise' | 'sale.finish'

/**
 * The command that leads from the card to the balance. Null without a bill, as for a tab, or if cash is not accepted.
 */
function useLeave(): Leave | null {
  const isPayable = useSnapshot(({ bill, settings }) => bill !== null && settings.cash)
  const isPartOfBill = useIsPartOfBill()
  if (!isPayable) return null
  return isPartOfBill ? 'sale.finish' : 'bill.pay_otherwise'
}

/** The card did not pay: leads to the other ways to pay the bill. */
export function OtherwiseButton() {
  const { t } = useTranslation()
  const going = useRunning('bill.pay_otherwise')
  // Would duplicate "Back to the balance".
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

/** The keys for cash and other tenders at the counter. They also work after a card that did not pay. */
export function useOtherwiseKeys(): KeyMap {
  const leave = useLeave()
  return leave === null ? {} : { f8: () => takeCashAfter(leave), f9: () => send(leave, undefined) }
}

/** Opens cash once a snapshot with the balance arrives, which may be before or after the command's answer. */
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
