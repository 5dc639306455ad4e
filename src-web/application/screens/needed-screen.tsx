import { Notice } from '../../components/notice.tsx'
import { Title } from '../../components/title.tsx'
import { documentName, FileButton, Uploads } from './documents-step.tsx'
import type { ScreenProps } from './form-field.tsx'

/** The underwriter waits for documents: lists them with an upload button each. */
export function NeededScreen(props: ScreenProps & { readonly takesFocus: boolean }) {
  const { words, form, state, takesFocus } = props
  const requested = state.view?.requested ?? null
  const isRequired = requested?.required === true
  const comments = requested?.comments ?? state.view?.reason ?? null
  return (
    <div class="step">
      <div class="step-head">
        <Title text={words('needed.title')} takesFocus={takesFocus} />
        <p>{words(isRequired ? 'needed.text' : 'needed.textOptional')}</p>
      </div>
      {comments === null ? null : (
        <Notice kind="wait">
          <p class="comments">{comments}</p>
        </Notice>
      )}
      <ul class="asked">
        {requested?.types.map((type) => {
          const isMissing = requested.missing.includes(type)
          const name = documentName(words, type)
          return (
            <li key={type}>
              <p class="asked-head">
                <span class="strong">{name}</span>
                <span class={isMissing ? 'mark mark-open' : 'mark mark-good'}>
                  {words(isMissing ? 'documents.awaited' : 'documents.arrived')}
                </span>
              </p>
              <FileButton {...props} documentType={type} />
              <Uploads {...props} documentType={type} />
            </li>
          )
        })}
      </ul>
      <div class="step-actions">
        {isRequired ? null : (
          <button type="button" class="primary" onClick={() => void form.submit()}>
            {words('action.sendAgain')}
          </button>
        )}
        <button type="button" class="secondary" onClick={() => form.setReviewing(true)}>
          {words('action.review')}
        </button>
      </div>
      {state.submitting === 'failed' ? (
        <Notice kind="bad">
          <p>{words('problem.notSent')}</p>
        </Notice>
      ) : null}
    </div>
  )
}
