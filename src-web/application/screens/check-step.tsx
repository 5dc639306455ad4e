import { useRef } from 'preact/hooks'
import { defaultCurrency } from '../../../src-shared/currency.ts'
import { Notice } from '../../components/notice.tsx'
import { Spinner } from '../../components/spinner.tsx'
import type { Field, Step } from '../fields/field.ts'
import { centsIn } from '../fields/field-values.ts'
import { optionsOf } from '../fields/options.ts'
import { sharesOf } from '../form/rows.ts'
import { BackButton } from './back-button.tsx'
import { fieldId, type ScreenProps } from './form-field.tsx'

const termsProblemId = 'terms-problem'
/** The terms have their own box below the lists. */
const isField = (path: string): boolean => path !== 'terms_accepted'

/** The last step: all answers, what is missing with links to it, and the submit button. */
export function CheckStep(props: ScreenProps) {
  const { words, form, state } = props
  const list = useRef<HTMLDivElement>(null)
  const terms = useRef<HTMLInputElement>(null)
  // A default that is shown is sent with whatever is filled in next, at the latest with the submission.
  const missing = form.missing().filter((path) => isField(path) && !form.draft.showsDefault(path))
  const wrong = form.wrong()
  const isSending = state.submitting === 'sending'
  // The application continues automatically when the documents arrive; until then it cannot be submitted.
  const awaitsDocuments = state.view?.requested?.required === true && !state.view.requested.received
  const isUnaccepted = state.submitting === 'incomplete' && form.missing().includes('terms_accepted')
  const send = async (event: Event) => {
    event.preventDefault()
    await form.submit()
    if (form.state().submitting !== 'incomplete') return
    // Focuses the lists first; if they are empty, the terms box prevents the submission.
    const isListed = form.wrong().length > 0 || form.isOverShared() || form.missing().some(isField)
    if (isListed) list.current?.focus()
    else terms.current?.focus()
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <div ref={list} tabIndex={-1} class="check-lists">
        {form.isOverShared() ? (
          <Notice kind="bad">
            <p>
              {words('owners.over', {
                percent: words.percent(sharesOf(form.listPath, state.rows, form.draft.text)),
              })}
            </p>
          </Notice>
        ) : null}
        <Places {...props} kind="wrong" paths={wrong} />
        <Places {...props} kind="missing" paths={missing} />
        {wrong.length + missing.length === 0 ? (
          <Notice kind="good">
            <p>{words('check.ready')}</p>
          </Notice>
        ) : null}
      </div>
      {state.steps.map((step, place) => (
        <Summary key={step.name} {...props} step={step} place={place} />
      ))}
      <label class={isUnaccepted ? 'terms terms-wrong' : 'terms'}>
        <input
          ref={terms}
          type="checkbox"
          aria-invalid={isUnaccepted}
          aria-describedby={isUnaccepted ? termsProblemId : undefined}
          id={fieldId('terms_accepted')}
          checked={form.draft.text('terms_accepted') === 'true'}
          onChange={(event) => {
            form.type('terms_accepted', String(event.currentTarget.checked))
            form.leave('terms_accepted')
          }}
        />
        <span>{words('field.terms')}</span>
      </label>
      {isUnaccepted ? (
        <p class="field-note field-note-wrong" id={termsProblemId}>
          {words('problem.terms')}
        </p>
      ) : null}
      <p class="hint">{words('page.secure')}</p>
      {state.submitting === 'failed' ? (
        <Notice kind="bad">
          <p>{words('problem.notSent')}</p>
        </Notice>
      ) : null}
      <div class="step-actions">
        {awaitsDocuments ? (
          <button type="button" class="primary" onClick={() => form.setReviewing(false)}>
            {words('action.toDocuments')}
          </button>
        ) : (
          <button type="submit" class="primary" aria-disabled={isSending}>
            {isSending ? <Spinner /> : null}
            {words(
              isSending
                ? 'action.sending'
                : state.view?.standing === 'needed'
                  ? 'action.sendAgain'
                  : 'action.send',
            )}
          </button>
        )}
        <BackButton {...props} />
      </div>
    </form>
  )
}

/** Open tasks, each with a link to its field. */
function Places({
  words,
  form,
  state,
  kind,
  paths,
}: ScreenProps & { readonly kind: 'wrong' | 'missing'; readonly paths: readonly string[] }) {
  if (paths.length === 0) return null
  const known = paths.flatMap((path) => {
    const place = state.steps.findIndex((step) => form.isOfStep(step, path))
    const field = form.draft.fieldAt(path)
    return place < 0 || field === null ? [] : [{ path, place, field }]
  })
  return (
    <Notice kind={kind === 'wrong' ? 'bad' : 'wait'}>
      <p>{words.counted(`check.${kind}`, paths.length)}</p>
      <ul class="places">
        {known.map(({ path, place, field }) => (
          <li key={path}>
            <button type="button" class="link" onClick={() => form.showStep(place, path)}>
              {nameOf({ words, form, state }, field, path)}
            </button>
          </li>
        ))}
      </ul>
      {known.length < paths.length ? (
        <p>{words('check.partner', { business: state.view?.businessName ?? '' })}</p>
      ) : null}
    </Notice>
  )
}

/** Includes the person that the field concerns. */
function nameOf(
  { words, form, state }: Pick<ScreenProps, 'words' | 'form' | 'state'>,
  field: Field,
  path: string,
): string {
  const row = form.draft.inRow(path)?.row
  if (row === undefined) return words(field.label)
  const number = state.rows.findIndex(({ key }) => key === row.key) + 1
  return `${words('owners.one', { number })} · ${words(field.label)}`
}

/** The answers of a step, masked if they are in the vault. */
function Summary(props: ScreenProps & { readonly step: Step; readonly place: number }) {
  const { words, form, state, step, place } = props
  const given = step.blocks.flatMap((block) => {
    if (block.kind === 'fields') {
      if (block.when?.(form.draft.text) === false) return []
      return block.fields.flatMap((field) => lineOf(props, field, field.path))
    }
    return state.rows.flatMap(({ key }) =>
      block.list.fields.flatMap((field) => lineOf(props, field, `${block.list.path}.${key}.${field.path}`)),
    )
  })
  if (step.blocks.length === 0) return null
  return (
    <section class="given">
      <div class="given-head">
        <h2>{words(step.title)}</h2>
        <button type="button" class="link" onClick={() => form.showStep(place)}>
          {words('check.change')}
          <span class="visually-hidden">: {words(step.title)}</span>
        </button>
      </div>
      {given.length === 0 ? (
        <p class="hint">{words('check.notGiven')}</p>
      ) : (
        <dl>
          {given.map(({ path, label, text }) => (
            <div key={path}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function asRead(words: ScreenProps['words'], { kind }: Field, text: string): string {
  const cents = kind === 'money' ? centsIn(text) : null
  // In the currency that these fields' labels name.
  if (cents !== null) return words.money(cents, defaultCurrency)
  if (kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(text)) return words.date(text)
  return kind === 'percent' && /^\d+$/.test(text) ? words.percent(Number(text)) : text
}

function lineOf(props: ScreenProps, field: Field, path: string) {
  const { words, form } = props
  const { text, mask, isShown } = form.draft
  const own = text(path)
  if (!isShown(path)) return []
  // A confidential entry that is not saved yet is hidden too.
  const hidden = field.confidential === true && own !== '' ? '•••••' : own
  const shown = mask(path) ?? hidden
  if (shown === '') return []
  const options = field.options === undefined ? [] : optionsOf(field.options, { ...props, text })
  const label = options.find(({ value }) => value === shown)?.label ?? shown
  return [{ path, label: words(field.label), text: asRead(words, field, label) }]
}
