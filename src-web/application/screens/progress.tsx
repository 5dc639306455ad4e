import { useRef } from 'preact/hooks'
import type { Step } from '../fields/field.ts'
import type { Form } from '../form/form.ts'
import type { ScreenProps } from './form-field.tsx'

/** Whether a step has no missing and no invalid fields. */
export const isComplete = (form: Form, step: Step): boolean =>
  form.wrongIn(step).length === 0 && !form.missing().some((path) => form.isOfStep(step, path))

/** The reader's position, with links to the other steps. */
export function Progress({ words, form, state }: ScreenProps) {
  const list = useRef<HTMLDetailsElement>(null)
  const at = words('progress.at', { step: state.step + 1, steps: state.steps.length })
  const go = (place: number) => {
    if (list.current !== null) list.current.open = false
    form.showStep(place)
  }
  return (
    <nav class="progress" aria-label={words('progress.label')}>
      <progress aria-label={at} max={state.steps.length} value={state.step + 1} />
      <details ref={list}>
        <summary>
          <span>{at}</span>
          <span class="progress-all">{words('progress.all')}</span>
        </summary>
        <ol>
          {state.steps.map((step, place) => (
            <li key={step.name}>
              <button
                type="button"
                class="progress-step"
                aria-current={place === state.step ? 'step' : undefined}
                onClick={() => go(place)}
              >
                <span>{words(step.title)}</span>
                {step.name === 'check' ? null : (
                  <span class={isComplete(form, step) ? 'mark mark-good' : 'mark mark-open'}>
                    {words(isComplete(form, step) ? 'progress.complete' : 'progress.open')}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}
