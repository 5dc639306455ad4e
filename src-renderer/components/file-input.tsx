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

/** One file of this computer. */
export function FileInput({ id, accept, disabled = false, onChoose }: FileInputProps) {
  return (
    <input
      id={id}
      className={style.file}
      type="file"
      accept={accept}
      disabled={disabled}
      // A file that was corrected is chosen again: browsers report no change where the same one is named twice.
      onClick={({ currentTarget }) => {
        if (currentTarget.value === '') return
        currentTarget.value = ''
        onChoose(undefined)
      }}
      onChange={(event) => onChoose(event.currentTarget.files?.[0])}
    />
  )
}
