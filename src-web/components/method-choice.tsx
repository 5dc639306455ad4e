import type { Words } from '../i18n/words.ts'
import type { MethodType } from './payment-details.ts'

interface MethodChoiceProps {
  readonly words: Words
  readonly types: readonly MethodType[]
  readonly chosen: MethodType
  readonly disabled: boolean
  readonly legend: string
  readonly onChoose: (type: MethodType) => void
}

/** Chooses card or account; draws nothing if there is only one. */
export function MethodChoice({ words, types, chosen, disabled, legend, onChoose }: MethodChoiceProps) {
  if (types.length < 2) return null
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="choice-options">
        {types.map((type) => (
          <label key={type} class="choice-option">
            <input
              type="radio"
              name="payment-method-type"
              value={type}
              checked={type === chosen}
              disabled={disabled}
              onChange={() => onChoose(type)}
            />
            <span>{words(`method.${type}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
