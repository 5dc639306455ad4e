import type { WordKey } from '../i18n/words.ts'
import { type FieldsProps, fieldId, fieldProps } from './card-fields.tsx'
import { digitsIn } from './card-number.ts'
import type { FieldName } from './payment-details.ts'
import { problemText } from './problem-text.ts'
import { TextField } from './text-field.tsx'

interface NumberField {
  readonly name: FieldName
  readonly label: WordKey
  readonly hint?: WordKey
  readonly most: number
}

const accountUs: NumberField = { name: 'bank.account_number', label: 'bank.account', most: 17 }

const numbersOf: Readonly<Record<'bank' | 'ca_bank', readonly NumberField[]>> = {
  bank: [
    { name: 'bank.routing_number', label: 'bank.routing', hint: 'bank.routingHint', most: 9 },
    accountUs,
  ],
  ca_bank: [
    { name: 'bank.institution_number', label: 'bank.institution', hint: 'bank.institutionHint', most: 3 },
    { name: 'bank.transit_number', label: 'bank.transit', hint: 'bank.transitHint', most: 5 },
    { ...accountUs, most: 12 },
  ],
}

const kinds = ['checking', 'savings'] as const

/** A US or Canadian account. Browsers do not fill these in and should not store them. */
export function BankFields(props: FieldsProps & { readonly type: 'bank' | 'ca_bank' }) {
  const { type, words, typed, problems, disabled, onType } = props
  const kindProblem = problemText(words, problems['bank.account_type'])
  return (
    <div class="fields">
      <TextField
        {...fieldProps(props, 'bank.account_holder')}
        label={words('bank.holder')}
        autoComplete="name"
        onType={(input) => {
          input.value = input.value.slice(0, 100)
          onType('bank.account_holder', input.value)
        }}
      />
      {numbersOf[type].map(({ name, label, hint, most }) => (
        <TextField
          key={name}
          {...fieldProps(props, name)}
          label={words(label)}
          hint={hint === undefined ? undefined : words(hint)}
          autoComplete="off"
          inputMode="numeric"
          onType={(input) => {
            input.value = digitsIn(input.value).slice(0, most)
            onType(name, input.value)
          }}
        />
      ))}
      <fieldset class="choice" aria-describedby={kindProblem === null ? undefined : 'kind-note'}>
        <legend>{words('bank.type')}</legend>
        <div class="choice-options">
          {kinds.map((kind) => (
            <label key={kind} class="choice-option">
              <input
                type="radio"
                name={fieldId('bank.account_type')}
                id={kind === 'checking' ? fieldId('bank.account_type') : undefined}
                value={kind}
                checked={typed['bank.account_type'] === kind}
                disabled={disabled}
                onChange={() => onType('bank.account_type', kind)}
              />
              <span>{words(`bank.${kind}`)}</span>
            </label>
          ))}
        </div>
        {kindProblem === null ? null : (
          <p id="kind-note" class="field-note field-note-wrong">
            {kindProblem}
          </p>
        )}
      </fieldset>
    </div>
  )
}
