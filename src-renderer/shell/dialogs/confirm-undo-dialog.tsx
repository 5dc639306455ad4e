import { cashHeld } from '../../../src-shared/pos/bill/balance.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send } from '../../stores/command-store.ts'
import { closeDialog } from '../../stores/dialog-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'

/** Gives back everything that was paid on the bill. The safe answer has the focus. */
export function ConfirmUndoDialog() {
  const { t } = useTranslation()
  const money = useMoney()
  const bill = useSnapshot((snapshot) => snapshot.bill)
  const cash = bill === null ? 0 : cashHeld(bill)
  const cards = bill?.tenders.filter(({ kind, status }) => kind === 'card' && status === 'paid').length ?? 0
  const giftCards =
    bill?.tenders.filter(({ kind, status }) => kind === 'gift_card' && status === 'paid').length ?? 0
  const undo = () => {
    closeDialog()
    send('bill.undo', {})
  }
  return (
    <Dialog title={t('bill.undo')}>
      {cards > 0 && <DialogText>{t('bill.undoCards', { count: cards })}</DialogText>}
      {giftCards > 0 && <DialogText>{t('giftCard.undo', { count: giftCards })}</DialogText>}
      {bill?.tenders.some(({ kind }) => kind === 'exchange') && <DialogText>{t('exchange.undo')}</DialogText>}
      {cash > 0 && <DialogText>{t('bill.undoCash', { amount: money(cash) })}</DialogText>}
      <DialogActions>
        <ActionButton label={t('bill.undoNot')} autoFocus onPress={closeDialog} />
        <ActionButton kind="undo" label={t('bill.undo')} onPress={undo} />
      </DialogActions>
    </Dialog>
  )
}
