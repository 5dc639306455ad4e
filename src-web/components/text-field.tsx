import type { ComponentChildren } from 'preact'

export interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly hint?: string | undefined
  /** The error text; null if there is none. */
  readonly problem: string | null
  readonly autoComplete: string
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'date'
  /** `numeric` opens a phone's digit keyboard. */
  readonly inputMode?: 'numeric' | 'decimal' | 'email' | 'tel' | 'url' | 'text'
  /** The stored value, masked. */
  readonly placeholder?: string | undefined
  readonly capitalize?: 'off' | 'words'
  readonly required?: boolean
  readonly disabled?: boolean
  /** Shown beside the text, such as the mark of a card's network. */
  readonly mark?: ComponentChildren
  /** @param input as changed by the browser; @param erased the key removed a character */
  readonly onType: (input: HTMLInputElement, erased: boolean) => void
  /** The focus moved to another field; not to a button or out of the page. */
  readonly onLeave?: () => void
  readonly onFocus?: () => void
  /** The field was left, whatever gets the focus. */
  readonly onBlur?: () => void
}

/**
 * Whether the focus moves to another field; errors of the left field are shown then. An error that appears while a
 * button is pressed would move it between press and release, and the click would be lost.
 */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'submit'].includes(target.type))

/** A label, its field, and a hint or an error below. */
export function TextField(props: TextFieldProps) {
  const { id, label, value, hint, problem, mark } = props
  const noteId = `${id}-note`
  const note = problem ?? hint
  return (
    <div class={problem === null ? 'field' : 'field field-wrong'}>
      <label for={id}>{label}</label>
      <div class="field-box">
        <input
          id={id}
          name={id}
          type={(props.type ?? 'text') as 'text'}
          {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
          value={value}
          autocomplete={props.autoComplete as 'off'}
          inputMode={props.inputMode ?? 'text'}
          autocapitalize={props.capitalize ?? 'off'}
          onFocus={() => props.onFocus?.()}
          autocorrect="off"
          spellcheck={false}
          required={props.required ?? true}
          disabled={props.disabled ?? false}
          aria-invalid={problem !== null}
          aria-describedby={note === undefined ? undefined : noteId}
          onInput={(event) =>
            props.onType(event.currentTarget, /^delete/.test((event as InputEvent).inputType ?? ''))
          }
          onBlur={({ relatedTarget }) => {
            props.onBlur?.()
            if (isField(relatedTarget)) props.onLeave?.()
          }}
        />
        {mark}
      </div>
      {note === undefined ? null : (
        <p id={noteId} class="field-note">
          {note}
        </p>
      )}
    </div>
  )
}
