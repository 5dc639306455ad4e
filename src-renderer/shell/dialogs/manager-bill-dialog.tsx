import { useState } from 'react'
import { askMain } from '../../bridge.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx'
import { approvalTrouble, ManagerPinField } from '../../components/manager-pin-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { closeDialog } from '../../stores/dialog-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'

/** A bill that can be neither paid nor undone must not block the counter: a manager takes it over, or ends its link. */
const steps = {
  leave_bill: { command: 'bill.leave', words: 'bill.leave', stay: 'bill.undoNot' },
  give_up_link: { command: 'bill.give_up_link', words: 'bill.giveUpLink', stay: 'bill.waitOn' },
} as const

export function ManagerBillDialog({ step }: { readonly step: keyof typeof steps }) {
  const { t } = useTranslation()
  const { command, words, stay } = steps[step]
  const bill = useSnapshot((snapshot) => snapshot.bill?.id ?? '')
  const manager = useSnapshot(({ staff }) => staff.role === 'manager')
  const [pin, setPin] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const leave = async () => {
    setBusy(true)
    const approval = pin === '' ? {} : { pin }
    const left = await (command === 'bill.leave'
      ? askMain(command, approval)
      : askMain(command, { bill_id: bill, ...approval }))
    setBusy(false)
    if (left.ok) closeDialog()
    else setTrouble(approvalTrouble(left.error.code, t))
  }
  return (
    <Dialog title={t(words)}>
      <DialogText>{t(`${words}Text`)}</DialogText>
      {!manager && <ManagerPinField value={pin} onChange={setPin} />}
      {trouble !== null && (
        <p role="alert">
          <strong>{trouble}</strong>
        </p>
      )}
      <DialogActions>
        <ActionButton label={t(stay)} autoFocus onPress={closeDialog} />
        <ActionButton kind="undo" label={t(words)} disabled={busy} onPress={() => void leave()} />
      </DialogActions>
    </Dialog>
  )
}
