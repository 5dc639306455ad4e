import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/action-button.tsx'
import { Dialog, DialogActions, DialogText } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { run } from '../stores/command-store.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** A bill that can be neither paid nor undone must not hold up the counter: a manager takes it over. */
export function LeaveBillDialog() {
  const { t } = useTranslation()
  const manager = useSnapshot(({ staff }) => staff.role === 'manager')
  const [pin, setPin] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const leave = async () => {
    const refused = await run('bill.leave', pin === '' ? {} : { pin })
    if (refused === null) closeDialog()
    else setTrouble(t(`refusal.${refused}`))
  }
  return (
    <Dialog title={t('bill.leave')}>
      <DialogText>{t('bill.leaveText')}</DialogText>
      {!manager && (
        <Field
          label={t('drawer.pin')}
          type="password"
          inputMode="numeric"
          maxLength={12}
          value={pin}
          onChange={setPin}
        />
      )}
      {trouble !== null && (
        <p role="alert">
          <strong>{trouble}</strong>
        </p>
      )}
      <DialogActions>
        <ActionButton label={t('bill.undoNot')} autoFocus onPress={closeDialog} />
        <ActionButton kind="undo" label={t('bill.leave')} onPress={() => void leave()} />
      </DialogActions>
    </Dialog>
  )
}
