import type { Field, Step } from '../fields/field.ts'
import { type Draft, fieldsIn } from './draft.ts'
import { pathOnPage, sharesOf } from './rows.ts'
import type { FormKind } from './view.ts'

/** The steps of a form: which are shown, their fields, and the missing fields in order. */
export function createSteps({ steps, listPath }: FormKind, draft: Draft) {
  const shown = (): readonly Step[] => steps.filter(({ when }) => when?.(draft.text) ?? true)
  const isOfStep = (step: Step, path: string): boolean => {
    const place = draft.inRow(path)
    const named = place === null ? path : `${listPath}.*.${place.rest}`
    return fieldsIn(step).some((field) => field.path === named)
  }
  /** The fields that the service lacks, by the page's own paths and in the order of the form. */
  function missing(): readonly string[] {
    const [first] = draft.rows()
    const paths = (draft.view()?.missing ?? []).map((param) => {
      if (param === listPath) return `${listPath}.${first?.key}.first_name`
      return pathOnPage(param, listPath, draft.rows()) ?? param
    })
    const order: readonly (Field | null)[] = [...draft.fields.values()]
    const placeOf = (path: string): readonly number[] => [
      steps.findIndex((step) => isOfStep(step, path)),
      draft.rows().findIndex(({ key }) => key === draft.inRow(path)?.row.key),
      order.indexOf(draft.fieldAt(path)),
    ]
    return paths.sort((one, other) => {
      const [places, others] = [placeOf(one), placeOf(other)]
      return places.map((place, at) => place - (others[at] ?? 0)).find((apart) => apart !== 0) ?? 0
    })
  }
  /** The shares of the people in the list exceed 100 %. */
  function isOverShared(): boolean {
    const hasList = shown().some(({ blocks }) => blocks.some((block) => block.kind === 'list'))
    return hasList && sharesOf(listPath, draft.rows(), draft.text) > 100
  }
  return { shown, isOfStep, missing, isOverShared }
}
