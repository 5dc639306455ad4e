import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../components/amount.tsx'
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { payable, payEntry } from '../../stores/charge.ts'
import { closeDialog } from '../../stores/dialog-store.ts'
import { type PayWay, useEntryStore } from '../../stores/entry-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'

/** Confirms an unusually large amount, since one digit too many is easily typed. The safe answer has the focus. */
export function ConfirmChargeDialog() {
  const { t } = useTranslation()
  const money = useMoney()
  const { way } = useEntryStore()
  const { amount } = payable()
  const limit = useSnapshot((snapshot) => snapshot.settings.ask_above)
  const charge = () => {
    closeDialog()
    payEntry(way)
  }
  return (
    <Dialog title={t('confirmCharge.title')}>
      <Amount text={money(amount)} size="large" />
      {limit !== null && <DialogText>{t('confirmCharge.text', { limit: money(limit) })}</DialogText>}
      <DialogActions>
        <ActionButton label={t('confirmCharge.back')} autoFocus onPress={closeDialog} />
        <ActionButton label={t(wayWords(way), { amount: money(amount) })} onPress={charge} />
      </DialogActions>
    </Dialog>
  )
}

function wayWords(way: PayWay) {
  if (way === 'cash') return 'cash.pay'
  return way === 'split' ? 'bill.split' : 'ready.charge'
}
