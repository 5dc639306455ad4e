import type { Step } from '../fields/field.ts'
import { fieldsIn } from './draft.ts'
import type { Form } from './form.ts'

/** `optional`: nothing of the step is required, and nothing has been entered. */
export type StepMark = 'complete' | 'open' | 'optional'

/** Returns a step's mark in the list of steps. */
export function markOf(form: Form, step: Step): StepMark {
  const isMissing = form.missing().some((path) => form.isOfStep(step, path))
  if (isMissing || form.wrongIn(step).length > 0) return 'open'
  return isEmpty(form, step) ? 'optional' : 'complete'
}

function isEmpty({ draft, listPath, state }: Form, step: Step): boolean {
  const { rows, view } = state()
  if (step.name === 'documents') return (view?.documents.length ?? 0) === 0
  const anyRow = `${listPath}.*.`
  const paths = fieldsIn(step).flatMap(({ path }) =>
    path.startsWith(anyRow)
      ? rows.map(({ key }) => `${listPath}.${key}.${path.slice(anyRow.length)}`)
      : [path],
  )
  // A value in the vault has no text.
  return !paths.some(
    (path) => draft.known(path) !== undefined || (draft.text(path) !== '' && !draft.showsDefault(path)),
  )
}
