import { useState } from 'react'
import type { TerminalListItem } from '../../src-shared/pos/installer.ts'
import { isReadableName, tidyTerminalName } from '../../src-shared/terminal/terminal-name.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'
import style from './terminals.module.css'
import { list } from './terminals-store.ts'

/** What people call it. The service keeps it, so every counter shows it. */
export function TerminalName({ terminal: { hsn, name } }: { readonly terminal: TerminalListItem }) {
  const { t } = useTranslation('staff')
  const [typed, setTyped] = useState(name)
  const [saved, setSaved] = useState(false)
  const saving = useRunning('terminals.rename')
  const tidy = tidyTerminalName(typed)
  const isReadable = isReadableName(tidy)
  const isNew = isReadable && tidy !== name
  const save = async () => {
    if (!isNew || saving) return
    if ((await run('terminals.rename', { hsn, name: tidy })) !== null) return
    setSaved(true)
    await list()
  }
  return (
    <div className={style.rename}>
      <div className={style.renameField}>
        <Field
          label={t('terminal.rename')}
          hint={t('terminal.renameHint')}
          trouble={typed.trim() === '' || isReadable ? null : t('terminal.renameUnreadable')}
          value={typed}
          maxLength={60}
          onChange={(value) => {
            setSaved(false)
            setTyped(value)
          }}
          onEnter={() => void save()}
        />
      </div>
      <ActionButton
        label={t(saved && !isNew ? 'terminal.renamed' : 'terminal.renameDo')}
        disabled={!isNew || saving}
        onPress={() => void save()}
      />
    </div>
  )
}
