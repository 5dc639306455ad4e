import { useState } from 'react'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { ActionButton } from './action-button.tsx'
import { Dialog, DialogActions, DialogText } from './dialog.tsx'
import { approvalTrouble, ManagerPinField } from './manager-pin-field.tsx'

interface ApprovalDialogProps {
  /** What the manager approves. */
  readonly text: string
  readonly onClose?: () => void
  /** Closes the dialog if main accepts. @returns why main refused; null if it accepted */
  readonly approve: (pin: string) => Promise<RefusalCode | null>
}

/** A manager enters the PIN to approve what the cashier may not do alone; the screen behind stays unchanged. */
export function ApprovalDialog({ text, onClose = closeDialog, approve }: ApprovalDialogProps) {
  const { t } = useTranslation()
  const [pin, setPin] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const send = async () => {
    setBusy(true)
    const refusal = await approve(pin)
    setBusy(false)
    setPin('')
    if (refusal !== null) setTrouble(approvalTrouble(refusal, t))
  }
  return (
    <Dialog title={t('approval.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <DialogText>{text}</DialogText>
        <ManagerPinField value={pin} onChange={setPin} autoFocus />
        {trouble !== null && (
          <p role="alert">
            <strong>{trouble}</strong>
          </p>
        )}
        <DialogActions>
          <ActionButton label={t('approval.leave')} onPress={onClose} />
          <ActionButton kind="primary" submits label={t('approval.approve')} disabled={busy || pin === ''} />
        </DialogActions>
      </form>
    </Dialog>
  )
}
