import { useRef } from 'preact/hooks'
import { MessageScreen } from '../components/message-screen.tsx'
import { Notice, type NoticeKind } from '../components/notice.tsx'
import type { FormState } from './form/form.ts'
import type { FormView, Standing } from './form/view.ts'
import type { ScreenProps } from './screens/form-field.tsx'
import { NeededScreen } from './screens/needed-screen.tsx'
import { StepScreen } from './screens/step-screen.tsx'
import type { WordKey, Words } from './words.ts'

export interface PageProps extends ScreenProps {
  readonly isContractor: boolean
}

/** The name of the screen that is shown; each has its own title. */
export function screenOf({ at, view, steps, step, isReviewing }: FormState): string {
  if (at !== 'shown' || view === null) return at
  if (view.standing === 'open' || (view.standing === 'needed' && isReviewing)) {
    return `step-${steps[step]?.name}`
  }
  return view.standing
}

/** The whole page, drawn only from its state. */
export function Page(props: PageProps) {
  const { words, form, state, isContractor } = props
  const screen = screenOf(state)
  const first = useRef<string | null>(null)
  // The first screen is read from its top; later ones focus their title.
  if (first.current === null && screen !== 'loading') first.current = screen
  const takesFocus = first.current !== null && first.current !== screen
  if (takesFocus) first.current = ''
  const { view } = state
  return (
    <div class="page" data-screen={screen} data-saving={state.saving}>
      {view === null ? null : (
        <Header words={words} form={form} view={view} state={state} isContractor={isContractor} />
      )}
      <main>
        <PageNotices words={words} form={form} state={state} />
        {state.at !== 'shown' || view === null ? (
          <PlainScreen words={words} form={form} at={state.at} takesFocus={takesFocus} />
        ) : screen.startsWith('step-') ? (
          <>
            {view.standing === 'needed' ? (
              <button type="button" class="quiet" onClick={() => form.setReviewing(false)}>
                {words('action.toDocuments')}
              </button>
            ) : null}
            <StepScreen {...props} takesFocus={takesFocus} />
            <p class="hint until">
              {words('page.until', { date: words.dateTime(new Date(view.linkExpiresAt)) })}
            </p>
          </>
        ) : view.standing === 'needed' ? (
          <NeededScreen {...props} takesFocus={takesFocus} />
        ) : (
          <Outcome words={words} view={view} isContractor={isContractor} takesFocus={takesFocus} />
        )}
      </main>
    </div>
  )
}

/** They stay visible while the form scrolls, because they can concern any of its fields. */
function PageNotices({ words, form, state }: Pick<ScreenProps, 'words' | 'form' | 'state'>) {
  const isInTrouble = state.saving === 'offline' || state.saving === 'refused'
  if (!isInTrouble && !state.isMerged) return null
  return (
    <div class="page-notices">
      {isInTrouble ? (
        <Notice kind={state.saving === 'offline' ? 'wait' : 'bad'}>
          <p>{words(`saving.${state.saving}`)}</p>
        </Notice>
      ) : null}
      {state.isMerged ? (
        <Notice kind="wait">
          <p>{words('saving.merged')}</p>
          <button type="button" class="link" onClick={form.dismissMerged}>
            {words('action.gotIt')}
          </button>
        </Notice>
      ) : null}
    </div>
  )
}

function Header({
  words,
  form,
  view,
  state,
  isContractor,
}: Pick<ScreenProps, 'words' | 'form' | 'state'> & {
  readonly view: FormView
  readonly isContractor: boolean
}) {
  const isTyped = view.standing === 'open' || view.standing === 'needed'
  return (
    <header>
      <p class="merchant">
        {words(isContractor ? 'page.contractor' : 'page.application', { business: view.businessName })}
      </p>
      {isTyped ? <SavingMark words={words} form={form} state={state} /> : null}
    </header>
  )
}

/** A small status mark; problems are shown in the page itself. */
function SavingMark({ words, form, state }: Pick<ScreenProps, 'words' | 'form' | 'state'>) {
  // Invalid entries are not being saved; they wait for the applicant.
  const isHeld = state.saving === 'waiting' && (form.wrong().length > 0 || form.isOverShared())
  if (state.saving === 'saving' || (state.saving === 'waiting' && !isHeld))
    return <p class="saving">{words('saving.waiting')}</p>
  return state.saving === 'saved' && !state.isUnsaved ? <p class="saving">{words('saving.saved')}</p> : null
}

/** Shown before the application is loaded. */
function PlainScreen({
  words,
  form,
  at,
  takesFocus,
}: Pick<ScreenProps, 'words' | 'form'> & { readonly at: FormState['at']; readonly takesFocus: boolean }) {
  if (at === 'not_found') {
    return (
      <MessageScreen kind="plain" title={words('notFound.title')} takesFocus={takesFocus}>
        <p>{words('notFound.text')}</p>
      </MessageScreen>
    )
  }
  if (at === 'unreachable') {
    return (
      <MessageScreen kind="busy" title={words('unreachable.title')} takesFocus={takesFocus}>
        <p>{words('unreachable.text')}</p>
        <button type="button" class="secondary" onClick={() => void form.look()}>
          {words('action.tryNow')}
        </button>
      </MessageScreen>
    )
  }
  return (
    <p class="loading" role="status">
      {words('page.loading')}
    </p>
  )
}

const outcomes: {
  readonly [Name in Exclude<Standing, 'open' | 'needed'>]: {
    readonly kind: NoticeKind
    readonly title: WordKey
    readonly text: WordKey
  }
} = {
  review: { kind: 'wait', title: 'review.title', text: 'review.text' },
  approved: { kind: 'good', title: 'approved.title', text: 'approved.text' },
  declined: { kind: 'bad', title: 'declined.title', text: 'declined.text' },
  cancelled: { kind: 'plain', title: 'cancelled.title', text: 'cancelled.text' },
}

/** The outcome of the application. */
function Outcome({
  words,
  view,
  isContractor,
  takesFocus,
}: {
  readonly words: Words
  readonly view: FormView
  readonly isContractor: boolean
  readonly takesFocus: boolean
}) {
  if (view.standing === 'open' || view.standing === 'needed') return null
  const { kind, title, text } = outcomes[view.standing]
  const key = isContractor && view.standing === 'approved' ? 'approved.contractor' : text
  return (
    <MessageScreen kind={kind} title={words(title)} takesFocus={takesFocus}>
      {view.standing === 'declined' && view.reason !== null ? <p class="comments">{view.reason}</p> : null}
      <p>{words(key, { business: view.businessName })}</p>
    </MessageScreen>
  )
}
