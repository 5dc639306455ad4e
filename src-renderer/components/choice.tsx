import { useId } from 'react'
import style from './choice.module.css'
import { RadioOption } from './radio-option.tsx'
import spoken from './spoken.module.css'

interface ChoiceProps<Value extends string> {
  readonly legend: string
  /** Shows the legend to screen readers only, if the dialog's title shows it already. */
  readonly hideLegend?: boolean
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Chooses one of a few options. They are large enough for a finger and use native radio buttons. */
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
      <legend className={hideLegend ? spoken.spoken : style.legend}>{legend}</legend>
      {options.map((option) => (
        <RadioOption
          key={option.value}
          name={name}
          label={option.label}
          lang={option.lang}
          checked={option.value === value}
          takesFocus={option.value === value}
          className={style.option}
          onChoose={() => onChange(option.value)}
        />
      ))}
    </fieldset>
  )
}
