import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './file-input.module.css'

interface FileInputProps {
  /** For the label above the input. */
  readonly id: string
  /** Accepted file extensions and media types, separated by commas. */
  readonly accept: string
  readonly disabled?: boolean
  /** Called with undefined if the choice was cancelled. */
  readonly onChoose: (file: File | undefined) => void
}

/** Chooses one file. Its text is in the counter's language; the browser's own text would be in the computer's. */
export function FileInput({ id, accept, disabled = false, onChoose }: FileInputProps) {
  const { t } = useTranslation('staff')
  const [name, setName] = useState<string | null>(null)
  const choose = (file: File | undefined) => {
    setName(file?.name ?? null)
    onChoose(file)
  }
  return (
    <span className={style.file}>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        // Allows choosing a corrected file again: browsers report no change if the same file is chosen twice.
        onClick={({ currentTarget }) => {
          if (currentTarget.value === '') return
          currentTarget.value = ''
          choose(undefined)
        }}
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
      <span className={style.button} aria-hidden>
        {t('file.choose')}
      </span>
      <span className={style.name} aria-hidden>
        {name ?? t('file.none')}
      </span>
    </span>
  )
}
