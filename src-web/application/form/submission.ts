import type { PageApi } from '../page-api.ts'
import type { Draft } from './draft.ts'
import type { createEntries } from './entries.ts'
import type { Pending } from './pending.ts'
import type { Place } from './place.ts'
import type { Saver } from './saver.ts'
import type { createSteps } from './steps.ts'
import type { FormView } from './view.ts'

export type Submitting = 'no' | 'sending' | 'incomplete' | 'failed'

interface SubmissionOptions {
  readonly api: Pick<PageApi, 'submit'>
  readonly draft: Draft
  readonly steps: ReturnType<typeof createSteps>
  readonly entries: ReturnType<typeof createEntries>
  readonly pending: Pending
  readonly place: Place
  readonly saver: Saver
  readonly newKey: () => string
  readonly onView: (view: FormView) => void
  /** Loads the service's current view. */
  readonly look: () => Promise<void>
  readonly onChange: () => void
}

/** Submits the form once everything is saved and nothing is missing. */
export function createSubmission({
  api,
  draft,
  steps,
  entries,
  pending,
  place,
  saver,
  newKey,
  onView,
  look,
  onChange,
}: SubmissionOptions) {
  let submitting: Submitting = 'no'

  function stopped(why: Submitting): void {
    submitting = why
    // The underwriter's request does not list what is missing; the last step does.
    if (why === 'incomplete' && draft.view()?.standing === 'needed') place.reviewMissing()
    onChange()
  }

  return {
    state: () => submitting,
    /** An entry has changed: the reason why it was not submitted may be gone. */
    entryChanged: () => {
      if (submitting === 'incomplete' || submitting === 'failed') submitting = 'no'
    },
    forget: () => {
      submitting = 'no'
    },
    async submit(): Promise<void> {
      if (submitting === 'sending') return
      place.leaveAll()
      entries.settleAll()
      // What shows its default counts as filled in, but nothing may have been saved since it appeared.
      for (const path of steps.missing()) if (draft.showsDefault(path)) pending.add(path)
      submitting = 'sending'
      onChange()
      const key = newKey()
      const isSaved = await saver.flush()
      if (isSaved && (steps.missing().length > 0 || entries.wrong().length > 0 || steps.isOverShared())) {
        return stopped('incomplete')
      }
      const answer = isSaved ? await api.submit(key) : null
      if (answer === null) return stopped('failed')
      if (answer.ok) {
        submitting = 'no'
        place.endReview()
        return onView(answer.value)
      }
      // The request may have arrived, or another person was faster: the service's current view decides.
      await look()
      const { error } = answer
      stopped(error.kind === 'refused' && error.code === 'parameter_missing' ? 'incomplete' : 'failed')
    },
  }
}
