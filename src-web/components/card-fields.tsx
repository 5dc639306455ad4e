import type { Words } from '../i18n/words.ts'
import { BrandMark } from './brand-mark.tsx'
import { brandOf, digitsIn } from './card-number.ts'
import { typedExpiry } from './expiry.ts'
import type { FieldName, FieldProblems, Typed } from './payment-details.ts'
import { problemText } from './problem-text.ts'
import { TextField } from './text-field.tsx'
import { typeCardNumber } from './typed-number.ts'

export interface FieldsProps {
  readonly words: Words
  readonly typed: Typed
  readonly problems: FieldProblems
  readonly disabled: boolean
  readonly onType: (name: FieldName, text: string) => void
  readonly onLeave: (name: FieldName) => void
}

/** The id of a field's element; a page has only one form. */
export const fieldId = (name: FieldName): string => name.replace('.', '-').replaceAll('_', '-')

/** What all fields of a form have in common. */
export const fieldProps = ({ words, typed, problems, disabled, onLeave }: FieldsProps, name: FieldName) => ({
  id: fieldId(name),
  value: typed[name] ?? '',
  problem: problemText(words, problems[name]),
  disabled,
  onLeave: () => onLeave(name),
})

/** Number, expiry, security code and postal code, marked for the browser's autofill. */
export function CardFields(props: FieldsProps & { readonly postalCode: 'required' | 'optional' }) {
  const { words, typed, onType } = props
  const number = typed['card.number'] ?? ''
  const brand = brandOf(digitsIn(number))
  const digits = brand?.cvvDigits ?? 3
  const typeDigits = (name: FieldName, most: number) => (input: HTMLInputElement) => {
    input.value = digitsIn(input.value).slice(0, most)
    onType(name, input.value)
  }
  return (
    <div class="fields">
      <TextField
        {...fieldProps(props, 'card.number')}
        label={words('card.number')}
        autoComplete="cc-number"
        inputMode="numeric"
        mark={<BrandMark brand={brand} />}
        onType={(input, erased) => onType('card.number', typeCardNumber(input, number, erased))}
      />
      <div class="field-pair">
        <TextField
          {...fieldProps(props, 'card.expiry')}
          label={words('card.expiry')}
          hint={words('card.expiryHint')}
          autoComplete="cc-exp"
          inputMode="numeric"
          onType={(input, erased) => {
            input.value = typedExpiry(input.value, erased)
            onType('card.expiry', input.value)
          }}
        />
        <TextField
          {...fieldProps(props, 'card.cvv')}
          label={words('card.cvv')}
          hint={words(digits === 4 ? 'card.cvvHintFront' : 'card.cvvHint', { digits })}
          autoComplete="cc-csc"
          inputMode="numeric"
          onType={typeDigits('card.cvv', digits)}
        />
      </div>
      <TextField
        {...fieldProps(props, 'billing_details.postal_code')}
        label={words(props.postalCode === 'required' ? 'card.postalCode' : 'card.postalCodeOptional')}
        autoComplete="postal-code"
        required={props.postalCode === 'required'}
        onType={(input) => {
          input.value = input.value.slice(0, 10)
          onType('billing_details.postal_code', input.value)
        }}
      />
    </div>
  )
}
