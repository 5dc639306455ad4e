import type { Language } from '../../../src-shared/language.ts'
import type { Step } from '../fields/field.ts'
import type { FieldProblem } from '../fields/field-values.ts'
import type { PageApi } from '../page-api.ts'
import { createDelivery } from './delivery.ts'
import { createDraft, type Draft } from './draft.ts'
import { createEntries } from './entries.ts'
import { type At, createLooks } from './looks.ts'
import { createPending } from './pending.ts'
import { createPlace } from './place.ts'
import { newRow, type Row, rowsFor } from './rows.ts'
import { createSaver, type Saving } from './saver.ts'
import { createSteps } from './steps.ts'
import { createSubmission, type Submitting } from './submission.ts'
import { type ChosenFile, createUploads, type Upload } from './uploads.ts'
import type { FormKind, FormView } from './view.ts'

export interface FormState {
  readonly at: At
  readonly view: FormView | null
  readonly steps: readonly Step[]
  /** Index of the shown step. */
  readonly step: number
  readonly rows: readonly Row[]
  readonly problems: Readonly<Record<string, FieldProblem>>
  /** The field that the reader was led to. */
  readonly target: string | null
  readonly saving: Saving
  readonly submitting: Submitting
  readonly uploads: readonly Upload[]
  /** Some entries exist only on this page: they are being sent, or cannot be saved as they are. */
  readonly isUnsaved: boolean
  /** The applicant reviews the answers while the underwriter waits for documents. */
  readonly isReviewing: boolean
  /** Another device saved other values meanwhile: both are shown now. */
  readonly isMerged: boolean
}

export interface FormOptions {
  readonly kind: FormKind
  readonly api: PageApi
  readonly language: Language
  readonly onChange: (state: FormState) => void
  readonly newKey: () => string
  readonly shrink: (file: File) => Promise<ChosenFile | null>
  /** As YYYY-MM-DD. */
  readonly today: () => string
  /** @returns a function that cancels it */
  readonly after: (ms: number, run: () => void) => () => void
}

export type Form = ReturnType<typeof createForm>

/** The whole form. Entries stay only in this page's memory until the service has stored them. */
export function createForm({ kind, api, language, onChange, newKey, shrink, today, after }: FormOptions) {
  const draft = createDraft(kind, language, today)
  const steps = createSteps(kind, draft)
  const place = createPlace(steps)
  const { focused } = place
  let isMerged = false

  const pending = createPending({
    draft,
    listPath: kind.listPath,
    isListHeld: steps.isOverShared,
    focused,
  })
  const delivery = createDelivery({
    ...{ api, draft, pending, newKey, focused, listPath: kind.listPath },
    onView: taken,
    onMerge: (view) => {
      isMerged ||= draft.differs(view)
      taken(view)
    },
    onWrong: (paths) => entries.refuse(paths),
    onClosed: () => void looks.look(),
    onGone: () => looks.gone(),
  })
  const entries = createEntries({
    ...{ draft, pending, steps, listPath: kind.listPath },
    isUnderWay: delivery.has,
  })
  const looks = createLooks({
    ...{ api, draft, after },
    isSaving: delivery.isUnderWay,
    onView: taken,
    onChange: () => changed(),
  })
  const send = () => (looks.at() === 'not_found' ? null : delivery.send())
  const saver = createSaver({ send, isHeld: () => !pending.isEmpty(), after, onChange: () => changed() })
  const uploads = createUploads({
    api,
    newKey,
    shrink,
    onChange: () => changed(),
    onArrived: () => void looks.look(),
  })
  const submission = createSubmission({
    ...{ api, draft, steps, entries, pending, place, saver, newKey },
    onView: taken,
    look: looks.look,
    onChange: () => changed(),
  })

  const state = (): FormState => ({
    at: looks.at(),
    view: draft.view(),
    steps: steps.shown(),
    ...place.state(),
    rows: draft.rows(),
    problems: entries.problems(),
    saving: saver.saving(),
    submitting: submission.state(),
    uploads: uploads.list(),
    isUnsaved: isUnsaved(),
    isMerged,
  })
  const isUnsaved = (): boolean => !pending.isEmpty() || delivery.isUnderWay()
  function changed(): void {
    onChange(state())
  }

  /** Takes over the service's current view. Entries typed since stay. */
  function taken(view: FormView): void {
    draft.setView(view)
    draft.setRows(
      rowsFor(draft.rows(), draft.itemsOf(view.values), {
        removed: pending.removed(),
        hasTyped: draft.hasTyped,
      }),
    )
    entries.keepSigner()
    if (view.standing !== 'open' && view.standing !== 'needed') {
      entries.clear()
      delivery.drop()
    }
    looks.arrived()
    changed()
  }

  function type(path: string, text: string): void {
    entries.type(path, text)
    submission.entryChanged()
    saver.request()
    changed()
  }
  /** Shows an error when the field is left, not during typing. */
  function leave(path: string): void {
    place.leave(path)
    entries.settle(path)
    void saver.flush()
    changed()
  }
  /** @param path the field to lead the reader to */
  function showStep(next: number, path: string | null = null): void {
    place.showStep(next, path)
    submission.forget()
    void saver.flush()
    changed()
  }
  /** @returns the first invalid field; null if the next step is shown */
  function goOn(): string | null {
    const one = steps.shown()[place.step()]
    entries.settleAll()
    const [first = null] = one === undefined ? [] : entries.wrongIn(one)
    if (first === null) showStep(place.step() + 1)
    else changed()
    return first
  }

  return {
    listPath: kind.listPath,
    state,
    draft: draft as Pick<Draft, 'text' | 'mask' | 'fieldAt' | 'isShown' | 'showsDefault' | 'inRow' | 'known'>,
    look: looks.look,
    type,
    focus: place.focus,
    leave,
    missing: steps.missing,
    wrong: entries.wrong,
    wrongIn: entries.wrongIn,
    isOfStep: steps.isOfStep,
    isOverShared: steps.isOverShared,
    goOn,
    showStep,
    submit: submission.submit,
    upload: uploads.send,
    dropUpload: uploads.drop,
    addRow: () => {
      draft.setRows([...draft.rows(), newRow()])
      changed()
    },
    removeRow: (key: string) => {
      entries.removeRow(key)
      void saver.flush()
      changed()
    },
    /** Marks one person as the signer. */
    chooseSigner: (key: string) => {
      type(entries.signerPath(key), 'true')
      entries.signOnly(key)
    },
    dismissMerged: () => {
      isMerged = false
      changed()
    },
    setReviewing: (next: boolean) => {
      place.setReviewing(next)
      changed()
    },
    isUnsaved,
    flush: () => void saver.flush(),
  }
}
