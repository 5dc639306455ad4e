import { useEffect, useState } from 'preact/hooks'
import type { TokenOptions } from '../../../src-shared/api/schemas/token.ts'
import { BankFields } from '../../components/bank-fields.tsx'
import { CardFields } from '../../components/card-fields.tsx'
import { brandOf, digitsIn } from '../../components/card-number.ts'
import { MethodChoice } from '../../components/method-choice.tsx'
import {
  type FieldName,
  fieldsOf,
  type MethodType,
  type PaymentDetails,
  problemsIn,
  type Typed,
} from '../../components/payment-details.ts'
import { useDetails } from '../../components/use-details.ts'
import type { Words } from '../../i18n/words.ts'
import type { PaymentElementChange } from '../countertop.d.ts'

/** The form's functions for the frame. */
export interface FormHandle {
  /** Shows the errors and focuses the first. @returns null then */
  read(): PaymentDetails | null
  refuse(fields: readonly FieldName[]): void
}

interface FieldsFormProps {
  readonly words: Words
  readonly options: TokenOptions
  readonly disabled: boolean
  readonly onHandle: (handle: FormHandle) => void
  readonly onChange: (change: PaymentElementChange) => void
  /** Enter was pressed in a field: the shop's page decides what to do. */
  readonly onEnter: () => void
}

/** Entries are kept in the frame's memory only, and disappear with it. */
export function FieldsForm({ words, options, disabled, onHandle, onChange, onEnter }: FieldsFormProps) {
  const { mode, merchant_name: merchant, payment_method_types: types } = options
  const [type, setType] = useState<MethodType>(types[0] ?? 'card')
  const rules = { type, postalCode: 'optional', now: new Date() } as const
  const { typed, problems, clearProblems, read, refuse, onType, onLeave } = useDetails(rules)

  const complete = Object.keys(problemsIn(typed, rules)).length === 0
  useEffect(() => onChange(changeOf(typed, type, complete)), [typed, type, complete, onChange])
  onHandle({ read, refuse })

  const common = { words, typed, problems, disabled, onType, onLeave }
  const count = Object.keys(problems).length
  return (
    <form
      noValidate
      autocomplete="on"
      onSubmit={(event) => {
        event.preventDefault()
        onEnter()
      }}
    >
      <MethodChoice
        words={words}
        types={types}
        chosen={type}
        disabled={disabled}
        legend={words('method.title')}
        onChoose={(chosen) => {
          clearProblems()
          setType(chosen)
        }}
      />
      {type === 'card' ? (
        <CardFields {...common} postalCode="optional" />
      ) : (
        <BankFields {...common} type={type} />
      )}
      {type === 'card' ? null : (
        <p class="hint">{words(mode === 'save' ? 'bank.mandateSave' : 'bank.mandateShop', { merchant })}</p>
      )}
      <p class="visually-hidden" role="alert">
        {count === 0 ? '' : words.counted('problem.summary', count)}
      </p>
      <button type="submit" class="visually-hidden" tabIndex={-1} aria-hidden="true" />
    </form>
  )
}

/** What the shop may know of the entries: no digit of them. */
function changeOf(typed: Typed, paymentMethodType: MethodType, complete: boolean): PaymentElementChange {
  const brand = brandOf(digitsIn(typed['card.number'] ?? ''))
  return {
    paymentMethodType,
    complete,
    empty: fieldsOf(paymentMethodType).every((name) => (typed[name] ?? '') === ''),
    brand: paymentMethodType === 'card' ? (brand?.name ?? null) : null,
  }
}
