import { useState } from 'react'
import { isRecordable } from '../../../src-shared/pos/parked/parked-transition.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Dialog, DialogActions, DialogText, NothingToAsk } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Segments } from '../../components/segments.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { run, useRunning } from '../../stores/command-store.ts'
import { closeDialog } from '../../stores/dialog-store.ts'
import { useParkedRecordStore } from '../../stores/parked-record-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import { useParkedWords } from '../parked-words.ts'
import style from './parked-record-dialog.module.css'

/** A manager's record about a payment with an unknown outcome. The record ends the payment at this counter. */
export function ParkedRecordDialog() {
  const { t } = useTranslation()
  const saleId = useParkedRecordStore((state) => state.saleId)
  const one = useSnapshot(({ parked }) => parked.find(({ state }) => state.sale.id === saleId))
  const words = useParkedWords()
  const [finding, setFinding] = useState<'done' | 'not_done' | null>(null)
  const [text, setText] = useState('')
  const [id] = useState(() => `note_${crypto.randomUUID()}`)
  const [failed, setFailed] = useState(false)
  const busy = useRunning('parked.record')
  if (one === undefined || !isRecordable(one)) return <NothingToAsk />
  const what = one.state.kind === 'voiding' ? 'void' : 'charge'
  const save = async () => {
    if (finding === null) return
    const refusal = await run('parked.record', { id, sale_id: saleId, finding, text: text.trim() })
    if (refusal === null) closeDialog()
    // For a cashier, the dialog for the manager's PIN opens next.
    else setFailed(refusal !== 'pin_needed')
  }
  return (
    <Dialog title={t('parked.recordTitle')}>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogText>
          {t(what === 'void' ? 'parked.recordVoidText' : 'parked.recordText', words(one))}
        </DialogText>
        <Segments
          legend={t('parked.recordAsk')}
          options={(['done', 'not_done'] as const).map((value) => ({
            value,
            label: t(`parked.recordSeen.${what}.${value}`),
          }))}
          value={finding}
          onChange={setFinding}
        />
        <Field
          lines
          label={t('parked.recordEvidence')}
          hint={t('parked.recordHint')}
          value={text}
          maxLength={2000}
          trouble={failed ? t('parked.recordTrouble') : null}
          onChange={setText}
        />
        <DialogActions>
          <ActionButton label={t('parked.recordLeave')} onPress={closeDialog} />
          <ActionButton
            kind="primary"
            submits
            label={t('parked.recordSave')}
            disabled={busy || finding === null || text.trim() === ''}
          />
        </DialogActions>
      </form>
    </Dialog>
  )
}
