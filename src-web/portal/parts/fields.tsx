import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  /** Why the value is not taken; shown in place of the hint. */
  readonly problem?: string
  readonly type?: 'text' | 'email' | 'url' | 'date'
  readonly inputMode?: 'decimal' | 'text' | 'email' | 'url'
  readonly required?: boolean
  readonly autoComplete?: 'off' | 'email' | 'given-name' | 'family-name'
}

export function Field({ label, value, onChange, hint, problem, type = 'text', ...more }: FieldProps) {
  const id = useId()
  const note = problem ?? hint
  return (
    <div class={problem === undefined ? 'field' : 'field field-wrong'}>
      <label for={id}>{label}</label>
      <div class="field-box">
        <input
          id={id}
          type={type as 'text'}
          value={value}
          required={more.required ?? false}
          inputMode={more.inputMode}
          autocomplete={more.autoComplete ?? 'off'}
          aria-describedby={note === undefined ? undefined : `${id}-hint`}
          aria-invalid={problem === undefined ? undefined : true}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      {note === undefined ? null : (
        <p id={`${id}-hint`} class="field-note">
          {note}
        </p>
      )}
    </div>
  )
}

export function Select({
  label,
  value,
  onChange,
  children,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ComponentChildren
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="field-box">
        <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {children}
        </select>
      </div>
    </div>
  )
}
