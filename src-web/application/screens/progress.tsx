import { useRef } from 'preact/hooks'
import { markOf, type StepMark } from '../form/step-mark.ts'
import type { ScreenProps } from './form-field.tsx'

const looks = {
  complete: 'mark mark-good',
  open: 'mark mark-open',
  optional: 'mark',
} as const satisfies Record<StepMark, string>

function Mark({ words, mark }: Pick<ScreenProps, 'words'> & { readonly mark: StepMark }) {
  return <span class={looks[mark]}>{words(`progress.${mark}`)}</span>
}

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
                {step.name === 'check' ? null : <Mark words={words} mark={markOf(form, step)} />}
              </button>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}
