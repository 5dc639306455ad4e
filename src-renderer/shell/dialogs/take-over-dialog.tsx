import { ActionButton } from '../../components/action-button.tsx'
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send } from '../../stores/command-store.ts'
import { closeDialog } from '../../stores/dialog-store.ts'
import { useHolder } from '../use-holder.ts'

/** The safe answer has the focus: force cancels another counter's current operation (section 4.4, connect). */
export function TakeOverDialog() {
  const { t } = useTranslation()
  const holder = useHolder()
  const takeOver = () => {
    send('terminal.connect', { force: true })
    closeDialog()
  }
  return (
    <Dialog title={t('takeOver.title')}>
      {holder !== null && <DialogText>{holder}</DialogText>}
      <DialogText>{t('takeOver.text')}</DialogText>
      <DialogText>{t('takeOver.advice')}</DialogText>
      <DialogActions>
        <ActionButton label={t('takeOver.back')} autoFocus onPress={closeDialog} />
        <ActionButton kind="undo" label={t('takeOver.confirm')} onPress={takeOver} />
      </DialogActions>
    </Dialog>
  )
}
