interface SwitchProps {
  readonly name: string
  /** A short text beside it. */
  readonly detail?: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

/** A switch that takes effect at once. */
export function Switch({ name, detail = '', on, onChange }: SwitchProps) {
  return (
    <button type="button" className="switch" role="switch" aria-checked={on} onClick={() => onChange(!on)}>
      <span>{name}</span>
      {detail === '' ? null : <span className="switch-detail">{detail}</span>}
      <i className="switch-track" aria-hidden="true" />
    </button>
  )
}
