import { IconChevronDown } from '@tabler/icons-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useEffectEvent, useId } from 'react'
import style from './field.module.css'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  /** The error in the value, which screen readers announce too. */
  readonly trouble?: string | null
  readonly type?: 'text' | 'date' | 'datetime-local' | 'password'
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  readonly placeholder?: string
  readonly maxLength?: number
  readonly lines?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
  readonly autoFocus?: boolean
  readonly onEnter?: () => void
  /** Enter in this field does not submit its form. */
  readonly keepsEnter?: boolean
  /** For a field that its page focuses by itself: what Escape does while the field is empty. */
  readonly onEscape?: () => void
}

/** A text field with its label above. Escape returns the focus to the page. */
export function Field(props: FieldProps) {
  const {
    label,
    value,
    onChange,
    hint,
    trouble = null,
    onEnter,
    keepsEnter = false,
    onEscape,
    ...rest
  } = props
  const id = useId()
  const { lines = false, inputRef, ...input } = rest
  useSecretCleared(input.type === 'password', onChange)
  const shared = {
    id,
    className: style.input ?? '',
    value,
    autoComplete: 'off',
    autoFocus: input.autoFocus,
    'aria-invalid': trouble !== null || undefined,
    'aria-describedby': trouble !== null || hint !== undefined ? `${id}-said` : undefined,
  }
  return (
    <div className={style.field}>
      <label className={style.label} htmlFor={id}>
        {label}
      </label>
      {lines ? (
        <textarea
          {...shared}
          maxLength={input.maxLength}
          placeholder={input.placeholder}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
      ) : (
        <input
          {...shared}
          {...input}
          // A dialog focuses the element with this attribute.
          data-autofocus={input.autoFocus}
          ref={inputRef}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key === 'Escape' && !event.repeat && value === '') onEscape?.()
            if (event.key === 'Enter' && keepsEnter) event.preventDefault()
            if (event.key === 'Enter') onEnter?.()
          }}
        />
      )}
      {(trouble !== null || hint !== undefined) && (
        <FieldWords id={`${id}-said`} trouble={trouble}>
          {trouble ?? hint}
        </FieldWords>
      )}
    </div>
  )
}

/** A typed PIN or other secret does not wait with its form while the counter is locked. */
function useSecretCleared(isSecret: boolean, onChange: (value: string) => void): void {
  const clear = useEffectEvent(() => isSecret && onChange(''))
  useEffect(() => () => void clear(), [])
}

function FieldWords(props: {
  readonly id: string
  readonly trouble: string | null
  readonly children: ReactNode
}) {
  return (
    <p id={props.id} className={props.trouble === null ? style.hint : style.trouble} aria-live="polite">
      {props.children}
    </p>
  )
}

interface SelectFieldProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  readonly trouble?: string | null
}

/** Chooses one of many options in the system's own list, which works by touch, mouse, keyboard and screen reader. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const id = useId()
  const { trouble = null } = props
  return (
    <div className={style.field}>
      <label className={style.label} htmlFor={id}>
        {props.label}
      </label>
      <div className={style.list}>
        <select
          id={id}
          className={style.input}
          value={props.value}
          aria-invalid={trouble !== null || undefined}
          aria-describedby={trouble !== null ? `${id}-said` : undefined}
          onChange={(event) => {
            const chosen = props.options.find(({ value }) => value === event.currentTarget.value)
            if (chosen !== undefined) props.onChange(chosen.value)
          }}
        >
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <IconChevronDown size={24} aria-hidden />
      </div>
      {trouble !== null && (
        <FieldWords id={`${id}-said`} trouble={trouble}>
          {trouble}
        </FieldWords>
      )}
    </div>
  )
}
