import type { TerminalListItem } from '../../src-shared/pos/terminals/installer.ts'
import { isReadableName, tidyTerminalName } from '../../src-shared/terminal/terminal-name.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'
import style from './terminals.module.css'
import { list } from './terminals-store.ts'
import { useRename } from './use-rename.ts'

/** The terminal's display name. The service stores it, so every counter shows it. */
export function TerminalName({ terminal: { hsn, name } }: { readonly terminal: TerminalListItem }) {
  const { t } = useTranslation('staff')
  const saving = useRunning('terminals.rename')
  const rename = useRename({
    name,
    tidy: tidyTerminalName,
    fits: isReadableName,
    saving,
    async save(tidy) {
      const isKept = (await run('terminals.rename', { hsn, name: tidy })) === null
      if (isKept) void list()
      return isKept
    },
  })
  const isUnreadable = rename.typed.trim() !== '' && !isReadableName(tidyTerminalName(rename.typed))
  return (
    <div className={style.rename}>
      <div className={style.renameField}>
        <Field
          label={t('terminal.rename')}
          hint={t('terminal.renameHint')}
          trouble={isUnreadable ? t('terminal.renameUnreadable') : null}
          value={rename.typed}
          maxLength={60}
          onChange={rename.type}
          onEnter={() => void rename.save()}
        />
      </div>
      <ActionButton
        label={t(rename.isSaved ? 'terminal.renamed' : 'terminal.renameDo')}
        disabled={!rename.canSave}
        onPress={() => void rename.save()}
      />
    </div>
  )
}
