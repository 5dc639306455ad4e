import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './computer-page.module.css'
import { useRename } from './use-rename.ts'

/** The counter's name on other counters. All start with the same name, which does not show who uses a terminal. */
export function CounterName() {
  const { t } = useTranslation()
  const { t: ofStaff } = useTranslation('staff')
  const name = useSnapshot(({ settings }) => settings.counter_name)
  const saving = useRunning('settings.computer')
  const rename = useRename({
    name,
    tidy: (typed) => typed.trim(),
    fits: (tidy) => tidy !== '',
    saving,
    save: async (tidy) => (await run('settings.computer', { counter_name: tidy })) === null,
  })
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        void rename.save()
      }}
    >
      <Field
        label={t('settings.counterName')}
        hint={t('settings.counterNameHint')}
        value={rename.typed}
        maxLength={100}
        onChange={rename.type}
      />
      <div className={style.actions}>
        <ActionButton
          submits
          label={ofStaff(rename.isSaved ? 'terminal.renamed' : 'terminal.renameDo')}
          disabled={!rename.canSave}
        />
      </div>
    </form>
  )
}
