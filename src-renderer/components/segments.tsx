import { useId } from 'react'
import { RadioOption } from './radio-option.tsx'
import style from './segments.module.css'
import spoken from './spoken.module.css'

interface SegmentsProps<Value extends string> {
  readonly legend: string
  /** Shows the legend to screen readers only, if the layout makes it obvious. */
  readonly hideLegend?: boolean
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** Null if none is chosen yet. */
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  /** A dialog focuses the chosen option. */
  readonly takesFocus?: boolean
  /** For more options than fit in one row: all are equally wide, so that their rows are aligned. */
  readonly inColumns?: boolean
}

/** Chooses one of a few options, side by side and always visible. Uses native radio buttons. */
export function Segments<Value extends string>({
  legend,
  hideLegend,
  options,
  value,
  onChange,
  takesFocus = false,
  inColumns = false,
}: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={style.segments}>
      <legend className={hideLegend ? spoken.spoken : style.legend}>{legend}</legend>
      <div className={inColumns ? style.columns : style.options}>
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
