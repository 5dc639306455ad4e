interface ChoiceFieldProps {
  readonly id: string
  readonly legend: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly problem: string | null
  readonly onChoose: (value: string) => void
}

/** Chooses one of a few visible options. */
export function ChoiceField({ id, legend, value, options, problem, onChoose }: ChoiceFieldProps) {
  const noteId = `${id}-note`
  return (
    <fieldset class="choice" aria-describedby={problem === null ? undefined : noteId}>
      <legend>{legend}</legend>
      <div class="choice-options">
        {options.map((option, place) => (
          <label key={option.value} class="choice-option">
            <input
              type="radio"
              name={id}
              id={place === 0 ? id : undefined}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {problem === null ? null : (
        <p id={noteId} class="field-note field-note-wrong">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
