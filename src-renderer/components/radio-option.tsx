import style from './radio-option.module.css'

interface RadioOptionProps {
  /** Name of the radio group. */
  readonly name: string
  readonly label: string
  readonly lang?: string | undefined
  readonly checked: boolean
  readonly takesFocus?: boolean
  /** Position and size. */
  readonly className: string | undefined
  readonly onChoose: () => void
}

/** A native radio, as large as its label. */
export const RadioOption = ({
  name,
  label,
  lang,
  checked,
  takesFocus,
  className,
  onChoose,
}: RadioOptionProps) => (
  <label className={`${style.option} ${className}`} lang={lang}>
    <input
      type="radio"
      name={name}
      checked={checked}
      data-autofocus={takesFocus || undefined}
      onChange={onChoose}
    />
    <span>{label}</span>
  </label>
)
