import { ActionButton } from '../../components/action-button.tsx'
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send } from '../../stores/command-store.ts'
import { closeDialog } from '../../stores/dialog-store.ts'

export function ConfirmCancelDialog() {
  const { t } = useTranslation()
  const stop = () => {
    send('sale.cancel', undefined)
    closeDialog()
  }
  return (
    <Dialog title={t('confirmCancel.title')}>
      <DialogText>{t('confirmCancel.text')}</DialogText>
      <DialogActions>
        <ActionButton kind="undo" label={t('confirmCancel.confirm')} autoFocus onPress={stop} />
        <ActionButton label={t('confirmCancel.back')} onPress={closeDialog} />
      </DialogActions>
    </Dialog>
  )
}
