import { useId } from 'react'
import { RadioOption } from './radio-option.tsx'
import style from './segments.module.css'
import spoken from './spoken.module.css'

interface SegmentsProps<Value extends string> {
  readonly legend: string
  /** For screen readers only, where it is plain to see. */
  readonly hideLegend?: boolean
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** Null: none is chosen yet. */
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  /** A dialog gives the keyboard to the one that is chosen. */
  readonly takesFocus?: boolean
}

/** One of a few, side by side and always in sight; native radios underneath. */
export function Segments<Value extends string>({
  legend,
  hideLegend,
  options,
  value,
  onChange,
  takesFocus = false,
}: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={style.segments}>
      <legend className={hideLegend ? spoken.spoken : style.legend}>{legend}</legend>
      <div className={style.options}>
        {options.map((option) => (
          <RadioOption
            key={option.value}
            name={name}
            label={option.label}
            checked={option.value === value}
            takesFocus={takesFocus && option.value === value}
            className={style.option}
            onChoose={() => onChange(option.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}
