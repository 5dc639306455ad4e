import { useState } from 'preact/hooks'
import { fieldId } from './card-fields.tsx'
import {
  type DetailsRules,
  detailsOf,
  type FieldName,
  type FieldProblems,
  fieldsOf,
  type PaymentDetails,
  problemsIn,
  type Typed,
} from './payment-details.ts'

/** Entries and errors of a form for card or bank details. Kept in memory only; they disappear with the form. */
export function useDetails(rules: DetailsRules) {
  const [typed, setTyped] = useState<Typed>({})
  const [problems, setProblems] = useState<FieldProblems>({})
  return {
    typed,
    problems,
    clearProblems: () => setProblems({}),
    /** Shows the errors and focuses the first. @returns null then */
    read(): PaymentDetails | null {
      const found = problemsIn(typed, rules)
      setProblems(found)
      const first = fieldsOf(rules.type).find((name) => found[name] !== undefined)
      if (first === undefined) return detailsOf(typed, rules.type)
      focusField(first)
      return null
    },
    /** Shows that the service refused these fields. */
    refuse(fields: readonly FieldName[]): void {
      setProblems(Object.fromEntries(fields.map((name) => [name, { key: 'problem.refused' }])))
      focusField(fields[0])
    },
    onType: (name: FieldName, text: string) => {
      setTyped((now) => ({ ...now, [name]: text }))
      setProblems(({ [name]: _, ...others }) => others)
    },
    // Shows an error when the payer moves to the next field, not during typing. Empty fields are checked on submit.
    onLeave: (name: FieldName) => {
      if ((typed[name] ?? '') === '') return
      const { [name]: problem } = problemsIn(typed, rules)
      if (problem !== undefined) setProblems((now) => ({ ...now, [name]: problem }))
    },
  }
}

function focusField(name: FieldName | undefined): void {
  if (name !== undefined) document.getElementById(fieldId(name))?.focus()
}
