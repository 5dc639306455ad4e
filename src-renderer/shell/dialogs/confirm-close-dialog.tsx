import { ActionButton } from '../../components/action-button.tsx'
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send } from '../../stores/command-store.ts'

/** The window is being closed during a sale. Main gets an answer however this dialog ends. */
export function ConfirmCloseDialog() {
  const { t } = useTranslation()
  const stay = () => send('app.close', { close: false })
  return (
    <Dialog title={t('confirmClose.title')} onClose={stay}>
      <DialogText>{t('confirmClose.text')}</DialogText>
      <DialogActions>
        <ActionButton label={t('confirmClose.back')} autoFocus onPress={stay} />
        <ActionButton
          kind="undo"
          label={t('confirmClose.confirm')}
          onPress={() => send('app.close', { close: true })}
        />
      </DialogActions>
    </Dialog>
  )
}
