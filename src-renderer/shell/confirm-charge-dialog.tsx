import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/action-button.tsx'
import { Amount } from '../components/amount.tsx'
import { Dialog, DialogActions, DialogText } from '../components/dialog.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { chargeEntry, payable } from '../stores/charge.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { useEntryStore } from '../stores/entry-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** An amount that this shop seldom takes: a digit too many is typed in a moment. The safe answer has the focus. */
export function ConfirmChargeDialog() {
  const { t } = useTranslation()
  const money = useMoney()
  const { entry } = useEntryStore()
  const { amount } = payable()
  const limit = useSnapshot((snapshot) => snapshot.settings.ask_above)
  const charge = () => {
    closeDialog()
    chargeEntry(entry)
  }
  return (
    <Dialog title={t('confirmCharge.title')}>
      <Amount text={money(amount)} size="large" />
      {limit !== null && <DialogText>{t('confirmCharge.text', { limit: money(limit) })}</DialogText>}
      <DialogActions>
        <ActionButton label={t('confirmCharge.back')} autoFocus onPress={closeDialog} />
        <ActionButton label={t('ready.charge', { amount: money(amount) })} onPress={charge} />
      </DialogActions>
    </Dialog>
  )
}
