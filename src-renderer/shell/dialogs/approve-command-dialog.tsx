import { useState } from 'react'
import { askMain } from '../../bridge.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Dialog, DialogActions, DialogText, NothingToAsk } from '../../components/dialog.tsx'
import { approvalTrouble, ManagerPinField } from '../../components/manager-pin-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type Unapproved, useApprovalStore } from '../../stores/approval-store.ts'
import { closeDialog } from '../../stores/dialog-store.ts'

/** A manager enters the PIN to approve the cashier's last command; the screen behind stays unchanged. */
export function ApproveCommandDialog() {
  const { t } = useTranslation()
  const asked = useApprovalStore((state) => state.asked)
  const [pin, setPin] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  if (asked === null) return <NothingToAsk />
  const approve = async () => {
    setBusy(true)
    const refusal = await ask(asked, pin)
    setBusy(false)
    setPin('')
    if (refusal === null) closeDialog()
    else setTrouble(approvalTrouble(refusal, t))
  }
  return (
    <Dialog title={t('approval.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void approve()
        }}
      >
        <DialogText>{t(`approval.${wordsOf(asked)}`)}</DialogText>
        <ManagerPinField value={pin} onChange={setPin} autoFocus />
        {trouble !== null && (
          <p role="alert">
            <strong>{trouble}</strong>
          </p>
        )}
        <DialogActions>
          <ActionButton label={t('approval.leave')} onPress={closeDialog} />
          <ActionButton kind="primary" submits label={t('approval.approve')} disabled={busy || pin === ''} />
        </DialogActions>
      </form>
    </Dialog>
  )
}

function wordsOf(asked: Unapproved): 'keep' | 'void' | 'undo' | 'record' | 'block' | 'unblock' {
  if (asked.name === 'bill.undo') return 'undo'
  if (asked.name === 'gift_cards.block') return asked.payload.blocked ? 'block' : 'unblock'
  return asked.name === 'parked.record' ? 'record' : asked.payload.choice
}

/** @returns why main refused; null if it accepted. */
async function ask(asked: Unapproved, pin: string) {
  const result =
    asked.name === 'bill.undo'
      ? await askMain('bill.undo', { pin })
      : asked.name === 'sale.decide'
        ? await askMain('sale.decide', { ...asked.payload, pin })
        : asked.name === 'parked.decide'
          ? await askMain('parked.decide', { ...asked.payload, pin })
          : asked.name === 'parked.record'
            ? await askMain('parked.record', { ...asked.payload, pin })
            : await askMain('gift_cards.block', { ...asked.payload, pin })
  return result.ok ? null : result.error.code
}
