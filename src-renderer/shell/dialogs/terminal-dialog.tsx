import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import { TerminalActions } from '../terminal-actions.tsx'
import { terminalName } from '../terminal-pill.tsx'
import { useHolder } from '../use-holder.ts'
import { TerminalChoices } from './terminal-choices.tsx'

export function TerminalDialog() {
  const { t } = useTranslation()
  const terminal = useSnapshot((snapshot) => snapshot.terminal)
  const training = useSnapshot((snapshot) => snapshot.training)
  const holder = useHolder()
  const text =
    terminal.kind === 'none' && training
      ? t('terminal.notice.none.training')
      : t(`terminal.notice.${terminal.kind}.text`)
  return (
    <Dialog title={t(`terminal.notice.${terminal.kind}.title`)}>
      <DialogText>{[holder, text].filter(Boolean).join(' ')}</DialogText>
      {terminal.kind !== 'none' && (
        <DialogText>
          {terminalName(terminal)} · {t('terminal.serial')} {terminal.hsn}
        </DialogText>
      )}
      <DialogActions>
        <TerminalActions />
      </DialogActions>
      {terminal.kind !== 'none' && <TerminalChoices />}
    </Dialog>
  )
}
