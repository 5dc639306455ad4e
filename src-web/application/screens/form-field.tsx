import { ChoiceField } from '../../components/choice-field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextField, type TextFieldProps } from '../../components/text-field.tsx'
import type { Field, FieldKind } from '../fields/field.ts'
import { type Categories, optionsOf } from '../fields/options.ts'
import type { Form, FormState } from '../form/form.ts'
import type { Words } from '../words.ts'

import { afterPress } from './after-press.ts'

export interface ScreenProps {
  readonly words: Words
  readonly form: Form
  readonly state: FormState
  readonly categories: Categories
}

/** An id that a link can refer to. */
export const fieldId = (path: string): string => `field-${path.replaceAll('.', '-')}`

const keyboards: { readonly [Kind in FieldKind]?: Pick<TextFieldProps, 'type' | 'inputMode'> } = {
  email: { type: 'email', inputMode: 'email' },
  tel: { type: 'tel', inputMode: 'tel' },
  url: { inputMode: 'url' },
  digits: { inputMode: 'numeric' },
  percent: { inputMode: 'numeric' },
  money: { inputMode: 'decimal' },
  date: { type: 'date' },
}

/** A field of the form, drawn by its kind. */
export function FormField(props: ScreenProps & { readonly field: Field; readonly path: string }) {
  const { words, form, state, field, path } = props
  const { text, mask, isShown } = form.draft
  if (!isShown(path)) return null
  const problem = state.problems[path]
  const kept = mask(path)
  const label = words(field.label)
  const hint =
    kept === null
      ? field.hint === undefined
        ? undefined
        : words(field.hint)
      : words('hint.kept', { mask: kept })
  const common = {
    id: fieldId(path),
    label: field.optional === true ? words('hint.optional', { label }) : label,
    value: text(path),
    problem: problem === undefined ? null : words(problem.key, problem.values),
    hint,
    autoComplete: autoCompleteOf(field, path),
    required: field.optional !== true && kept === null,
  }
  const options = () => optionsOf(field.options ?? 'countries', { ...props, text })
  const choose = (value: string) => {
    form.type(path, value)
    form.leave(path)
  }
  if (field.kind === 'select')
    return <SelectField {...common} options={options()} empty={words('hint.choose')} onChoose={choose} />
  if (field.kind === 'choice')
    return <ChoiceField {...common} legend={common.label} options={options()} onChoose={choose} />
  return (
    <TextField
      {...common}
      {...keyboards[field.kind]}
      placeholder={kept ?? undefined}
      capitalize={field.kind === 'text' ? 'words' : 'off'}
      onType={(input) => {
        const { most } = field
        if (most !== undefined) input.value = input.value.replace(/[^\d -]/g, '').slice(0, most + 4)
        form.type(path, input.value)
      }}
      onFocus={() => form.focus(path)}
      onBlur={() => afterPress(() => form.leave(path))}
    />
  )
}

/** Each person has an autofill section, so that the browser fills in one person at a time. */
const autoCompleteOf = ({ autoComplete }: Field, path: string): string => {
  const [, key] = /owners\.(\w+)\./.exec(path) ?? []
  return key === undefined ? autoComplete : autoComplete.replace('section-owner', `section-${key}`)
}
