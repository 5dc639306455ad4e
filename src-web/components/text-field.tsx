import type { ComponentChildren } from 'preact'

export interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly hint?: string | undefined
  /** What is wrong with it, in words; null when nothing is. */
  readonly problem: string | null
  readonly autoComplete: string
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'date'
  /** `numeric` brings up the digits' keyboard of a phone. */
  readonly inputMode?: 'numeric' | 'decimal' | 'email' | 'tel' | 'url' | 'text'
  /** What is kept already, masked. */
  readonly placeholder?: string | undefined
  readonly capitalize?: 'off' | 'words'
  readonly required?: boolean
  readonly disabled?: boolean
  /** Beside the text, such as the mark of a card's network. */
  readonly mark?: ComponentChildren
  /** @param input as the browser changed it; @param erased the key took something away */
  readonly onType: (input: HTMLInputElement, erased: boolean) => void
  /** The reader went on to another field; not to a button, nor out of the page. */
  readonly onLeave?: () => void
  readonly onFocus?: () => void
  /** The field is left, whereto ever. */
  readonly onBlur?: () => void
}

/**
 * Whether the focus goes on to something to type in. What is wrong with the field left behind is shown then. Shown while
 * a button is being pressed, it would push the button away between press and release, and the click would be lost.
 */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'submit'].includes(target.type))

/** A label, its field, and below it a hint or what is wrong. */
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
