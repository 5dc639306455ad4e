import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  readonly type?: 'text' | 'email' | 'url' | 'date'
  readonly inputMode?: 'decimal' | 'text' | 'email' | 'url'
  readonly required?: boolean
  readonly autoComplete?: 'off' | 'email' | 'given-name' | 'family-name'
}

export function Field({ label, value, onChange, hint, type = 'text', ...more }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="field-box">
        <input
          id={id}
          type={type as 'text'}
          value={value}
          required={more.required ?? false}
          inputMode={more.inputMode}
          autocomplete={more.autoComplete ?? 'off'}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} class="field-note">
          {hint}
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
