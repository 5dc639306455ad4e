import { useId } from 'react'
import style from './choice.module.css'

interface ChoiceProps<Value extends string> {
  readonly legend: string
  /** For screen readers only, when the dialog's title shows it already. */
  readonly hideLegend?: boolean
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** One of a few: large enough for a finger, native radios underneath. */
export function Choice<Value extends string>({
  legend,
  hideLegend,
  options,
  value,
  onChange,
}: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={style.choice}>
      <legend className={hideLegend ? style.hidden : style.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={style.option} lang={option.lang}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            data-autofocus={option.value === value || undefined}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
