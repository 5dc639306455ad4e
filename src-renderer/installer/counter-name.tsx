import { useState } from 'react'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './computer-page.module.css'

/** What other counters call this one. Every counter begins as the first; of ten alike nobody knows which has a terminal. */
export function CounterName() {
  const { t } = useTranslation()
  const { t: ofStaff } = useTranslation('staff')
  const name = useSnapshot(({ settings }) => settings.counter_name)
  const [typed, setTyped] = useState(name)
  const [saved, setSaved] = useState(false)
  const saving = useRunning('settings.computer')
  const tidy = typed.trim()
  const isNew = tidy !== '' && tidy !== name
  const save = async () => {
    if (isNew && !saving && (await run('settings.computer', { counter_name: tidy })) === null) setSaved(true)
  }
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label={t('settings.counterName')}
        hint={t('settings.counterNameHint')}
        value={typed}
        maxLength={100}
        onChange={(value) => {
          setSaved(false)
          setTyped(value)
        }}
      />
      <div className={style.actions}>
        <ActionButton
          submits
          label={ofStaff(saved && !isNew ? 'terminal.renamed' : 'terminal.renameDo')}
          disabled={!isNew || saving}
        />
      </div>
    </form>
  )
}
