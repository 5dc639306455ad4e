import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './file-input.module.css'

interface FileInputProps {
  /** For the label that stands above it. */
  readonly id: string
  /** What may be chosen: endings and media types, separated by commas. */
  readonly accept: string
  readonly disabled?: boolean
  /** Called with nothing where the choice was taken back. */
  readonly onChoose: (file: File | undefined) => void
}

/** One file of this computer, in the counter's language: the browser's own words are in that of the computer. */
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
        // A file that was corrected is chosen again: browsers report no change where the same one is named twice.
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
