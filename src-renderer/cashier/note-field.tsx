import { IconPencil } from '@tabler/icons-react'
import { useId } from 'react'
import { create } from 'zustand'
import { longestSaleNote } from '../../src-shared/pos/order/limits.ts'
import { QuietButton } from '../components/quiet-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useEntryStore, writeNote } from '../stores/entry-store.ts'
import style from './note-field.module.css'

const useNoteOpen = create<{ readonly open: boolean }>()(() => ({ open: false }))

export const openNote = (): void => useNoteOpen.setState({ open: true })
const closeNote = (): void => useNoteOpen.setState({ open: false })

/** Whether the note is being typed. */
export const useIsNoteOpen = (): boolean => useNoteOpen(({ open }) => open)

/** A quiet button that becomes a text field. If the field is left empty, it becomes a button again. */
export function NoteField() {
  const { t } = useTranslation()
  const id = useId()
  const note = useEntryStore((entry) => entry.note)
  const open = useIsNoteOpen()
  if (!open && note === '') {
    return (
      <QuietButton
        icon={<IconPencil size={22} aria-hidden />}
        label={t('ready.addNote')}
        keepFocus={false}
        onPress={openNote}
      />
    )
  }
  return (
    <div className={style.field}>
      <label htmlFor={id}>{t('ready.note')}</label>
      <input
        id={id}
        value={note}
        maxLength={longestSaleNote}
        placeholder={t('ready.notePlaceholder')}
        autoComplete="off"
        // The field appears because the cashier requested it.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus={open}
        onChange={(event) => writeNote(event.currentTarget.value)}
        onFocus={openNote}
        onBlur={closeNote}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
        }}
      />
    </div>
  )
}
