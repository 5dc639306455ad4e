import { useEffect } from 'preact/hooks'
import { Title } from '../../components/title.tsx'
import type { Block, Step } from '../fields/field.ts'
import { BackButton } from './back-button.tsx'
import { CheckStep } from './check-step.tsx'
import { DocumentsStep } from './documents-step.tsx'
import { FormField, fieldId, type ScreenProps } from './form-field.tsx'
import { OwnersBlock } from './owners-block.tsx'
import { Progress } from './progress.tsx'

/** One step of the form, with its position among all steps. */
export function StepScreen(props: ScreenProps & { readonly takesFocus: boolean }) {
  const { words, form, state, takesFocus } = props
  const step = state.steps[state.step]
  const { target } = state
  useEffect(() => {
    if (target !== null) document.getElementById(fieldId(target))?.focus()
  }, [target])
  if (step === undefined) return null
  const wrong = form.wrongIn(step).length
  const goOn = (event: Event) => {
    event.preventDefault()
    const path = form.goOn()
    if (path !== null) document.getElementById(fieldId(path))?.focus()
  }
  return (
    <div class="step">
      <Progress {...props} />
      <div class="step-head">
        <Title text={words(step.title)} takesFocus={takesFocus && target === null} />
        {step.text === undefined ? null : <p class="hint">{words(step.text)}</p>}
      </div>
      {step.name === 'check' ? (
        <CheckStep {...props} />
      ) : (
        <form noValidate onSubmit={goOn} autocomplete="on">
          <StepBody {...props} step={step} />
          <p class="visually-hidden" role="alert">
            {wrong === 0 ? '' : words.counted('problem.summary', wrong)}
          </p>
          <div class="step-actions">
            <button type="submit" class="primary">
              {words('action.next')}
            </button>
            <BackButton {...props} />
          </div>
        </form>
      )}
    </div>
  )
}

function StepBody(props: ScreenProps & { readonly step: Step }) {
  if (props.step.name === 'documents') return <DocumentsStep {...props} />
  return (
    <>
      {props.step.blocks.map((block) => (
        <BlockFields key={keyOf(block)} {...props} block={block} />
      ))}
    </>
  )
}

const keyOf = (block: Block): string =>
  block.kind === 'list' ? block.list.path : (block.fields[0]?.path ?? '')

function BlockFields(props: ScreenProps & { readonly block: Block }) {
  const { words, form, block } = props
  if (block.kind === 'list') return <OwnersBlock {...props} list={block.list} />
  if (block.when?.(form.draft.text) === false) return null
  const fields = block.fields.map((field) => (
    <FormField key={field.path} {...props} field={field} path={field.path} />
  ))
  if (block.title === undefined) return <div class="fields">{fields}</div>
  return (
    <fieldset class="fields fields-titled">
      <legend>{words(block.title)}</legend>
      {fields}
    </fieldset>
  )
}
