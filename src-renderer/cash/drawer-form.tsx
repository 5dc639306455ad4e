import { useState } from 'react'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { DialogActions, DialogText } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { approvalTrouble, ManagerPinField } from '../components/manager-pin-field.tsx'
import { typedAmount } from '../i18n/typed-amount.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './cash-forms.module.css'

export type DrawerTask = 'open' | 'no_sale' | 'paid_in' | 'drop' | 'payout' | 'refund' | 'count'

type FormTask = Exclude<DrawerTask, 'count'>

interface Typed {
  readonly amount: string
  readonly reason: string
  readonly bill: string
  readonly pin: string
}

interface DrawerFormProps {
  readonly task: FormTask
  /** Focuses the amount when the dialog opens with this form. */
  readonly takesFocus: boolean
}

/** One task at the drawer: amount, reason, and the manager's PIN if it needs approval. */
export function DrawerForm({ task, takesFocus }: DrawerFormProps) {
  const { t } = useTranslation()
  const manager = useSnapshot(({ staff }) => staff.role === 'manager')
  const [typed, setTyped] = useState<Typed>({ amount: '', reason: '', bill: '', pin: '' })
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const write = (changes: Partial<Typed>) => setTyped((before) => ({ ...before, ...changes }))
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (value: string) => write({ [name]: value }),
  })
  const send = async () => {
    const asked = requestOf(task, typed)
    if (asked === null) return setTrouble(t('drawer.incomplete'))
    setBusy(true)
    const done = await asked()
    setBusy(false)
    if (done.ok) closeDialog()
    else if (done.error.code === 'not_now')
      setTrouble(t(task === 'refund' ? 'drawer.soldHere' : 'drawer.alreadyOpen'))
    else setTrouble(approvalTrouble(done.error.code, t))
  }
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <DialogText>{t(`drawer.text.${task}`)}</DialogText>
      {task !== 'no_sale' && (
        <Field
          {...field('amount')}
          label={t(task === 'open' ? 'drawer.float' : 'drawer.amount')}
          inputMode="decimal"
          maxLength={14}
          autoFocus={takesFocus}
        />
      )}
      {task !== 'open' && <Field {...field('reason')} label={t('drawer.reason')} maxLength={200} />}
      {task === 'refund' && <Field {...field('bill')} label={t('drawer.bill')} maxLength={20} />}
      {(task === 'payout' || task === 'refund') && !manager && <ManagerPinField {...field('pin')} />}
      {trouble !== null && (
        <p role="alert">
          <strong>{trouble}</strong>
        </p>
      )}
      <DialogActions>
        <ActionButton kind="primary" label={t(`drawer.do.${task}`)} disabled={busy} submits />
      </DialogActions>
    </form>
  )
}

/** @returns a function that sends the request to main; null while a value is missing. */
function requestOf(task: FormTask, { amount: text, reason: why, bill, pin }: Typed) {
  const amount = typedAmount(text.trim())
  const reason = why.trim()
  if (task === 'open') return amount === null ? null : () => askMain('drawer.open_shift', { amount })
  if (reason === '') return null
  if (task === 'no_sale') return () => askMain('drawer.no_sale', { reason })
  if (amount === null || amount === 0) return null
  if (task === 'paid_in') return () => askMain('drawer.put_in', { amount, reason })
  const asked = { kind: task, amount, reason, bill: bill.trim() }
  return () => askMain('drawer.take_out', pin === '' ? asked : { ...asked, pin })
}
