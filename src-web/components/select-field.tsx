interface SelectOption {
  readonly value: string
  readonly label: string
  readonly group?: string
}

export interface SelectFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  /** Options of the same group are listed together. */
  readonly options: readonly SelectOption[]
  /** Text while no option is chosen. */
  readonly empty: string
  readonly hint?: string | undefined
  /** The error text; null if there is none. */
  readonly problem: string | null
  readonly autoComplete: string
  readonly required: boolean
  readonly onChoose: (value: string) => void
}

/** A label, a list of options, and a hint or an error below. */
export function SelectField(props: SelectFieldProps) {
  const { id, label, value, options, hint, problem } = props
  const noteId = `${id}-note`
  const note = problem ?? hint
  const isListed = value === '' || options.some((option) => option.value === value)
  return (
    <div class={problem === null ? 'field' : 'field field-wrong'}>
      <label for={id}>{label}</label>
      <div class="field-box field-select">
        <select
          id={id}
          name={id}
          value={value}
          autocomplete={props.autoComplete as 'off'}
          required={props.required}
          aria-invalid={problem !== null}
          aria-describedby={note === undefined ? undefined : noteId}
          onChange={(event) => props.onChoose(event.currentTarget.value)}
        >
          <option value="">{props.empty}</option>
          {isListed ? null : <option value={value}>{value}</option>}
          {groupsOf(options).map(([group, members]) =>
            group === undefined ? (
              members.map(optionOf)
            ) : (
              <optgroup key={group} label={group}>
                {members.map(optionOf)}
              </optgroup>
            ),
          )}
        </select>
      </div>
      {note === undefined ? null : (
        <p id={noteId} class="field-note">
          {note}
        </p>
      )}
    </div>
  )
}

const optionOf = ({ value, label }: SelectOption) => (
  <option key={value} value={value}>
    {label}
  </option>
)

/** In the order of their first members. */
function groupsOf(
  options: readonly SelectOption[],
): readonly (readonly [string | undefined, readonly SelectOption[]])[] {
  const groups = new Map<string | undefined, SelectOption[]>()
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option])
  return [...groups]
}
