import type { Language } from '../../../src-shared/language.ts'
import { isNoPage } from '../../components/ask-service.ts'
import type { Step } from '../fields/field.ts'
import type { FieldProblem } from '../fields/field-values.ts'
import type { PageApi } from '../page-api.ts'
import { createDelivery } from './delivery.ts'
import { createDraft, type Draft } from './draft.ts'
import { createEntries } from './entries.ts'
import { createPending } from './pending.ts'
import { newRow, type Row, rowsFor } from './rows.ts'
import { createSaver, type Saving } from './saver.ts'
import { createSteps } from './steps.ts'
import { type ChosenFile, createUploads, type Upload } from './uploads.ts'
import type { FormKind, FormView } from './view.ts'

export type At = 'loading' | 'unreachable' | 'not_found' | 'shown'
export type Submitting = 'no' | 'sending' | 'incomplete' | 'failed'

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
  let focused: string | null = null
  let at: At = 'loading'
  let step = 0
  let target: string | null = null
  let submitting: Submitting = 'no'
  let isReviewing = false
  let isMerged = false
  let failures = 0
  let cancelLook = () => {}

  const pending = createPending({
    draft,
    listPath: kind.listPath,
    isListHeld: steps.isOverShared,
    focused: () => focused,
  })
  const delivery = createDelivery({
    ...{ api, draft, pending, newKey, listPath: kind.listPath },
    focused: () => focused,
    onView: taken,
    onMerge: (view) => {
      isMerged ||= draft.differs(view)
      taken(view)
    },
    onWrong: (paths) => entries.refuse(paths),
    onClosed: () => void look(),
    onGone: () => {
      at = 'not_found'
    },
  })
  const entries = createEntries({
    ...{ draft, pending, steps, listPath: kind.listPath },
    isUnderWay: delivery.has,
  })
  const send = () => (at === 'not_found' ? null : delivery.send())
  const saver = createSaver({ send, isHeld: () => !pending.isEmpty(), after, onChange: () => changed() })
  const uploads = createUploads({
    api,
    newKey,
    shrink,
    onChange: () => changed(),
    onArrived: () => void look(),
  })

  const state = (): FormState => ({
    at,
    view: draft.view(),
    steps: steps.shown(),
    step: Math.min(step, steps.shown().length - 1),
    rows: draft.rows(),
    problems: entries.problems(),
    target,
    saving: saver.saving(),
    submitting,
    uploads: uploads.list(),
    isUnsaved: isUnsaved(),
    isReviewing,
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
    at = 'shown'
    failures = 0
    if (view.standing !== 'open' && view.standing !== 'needed') {
      entries.clear()
      delivery.drop()
    }
    lookLater()
    changed()
  }
  /** Looks again later: during a review, while documents are awaited, and after a failed request. */
  function lookLater(): void {
    cancelLook()
    const standing = draft.view()?.standing
    if (at === 'shown' && standing !== 'review' && standing !== 'needed') return
    if (at === 'not_found') return
    const ms = at === 'shown' && failures === 0 ? 15_000 : Math.min(1_000 * 2 ** failures, 10_000)
    cancelLook = after(ms, () => void look())
  }

  async function look(): Promise<void> {
    const begun = draft.view()?.revision
    const answer = await api.load()
    // The answer may be older than a save that is under way, or that was answered meanwhile.
    if (delivery.isUnderWay() || begun !== draft.view()?.revision) return lookLater()
    if (answer.ok) return taken(answer.value)
    failures += 1
    if (isNoPage(answer.error)) at = 'not_found'
    else if (at === 'loading') at = 'unreachable'
    lookLater()
    changed()
  }

  function type(path: string, text: string): void {
    entries.type(path, text)
    if (submitting === 'incomplete' || submitting === 'failed') submitting = 'no'
    saver.request()
    changed()
  }
  /** Shows an error when the field is left, not during typing. */
  function leave(path: string): void {
    if (focused === path) focused = null
    entries.settle(path)
    void saver.flush()
    changed()
  }
  /** @param path the field to lead the reader to */
  function showStep(next: number, path: string | null = null): void {
    target = path
    // Not every browser reports that a field was left when its step disappears.
    focused = null
    step = Math.max(0, Math.min(next, steps.shown().length - 1))
    submitting = 'no'
    void saver.flush()
    changed()
  }
  /** @returns the first invalid field; null if the next step is shown */
  function goOn(): string | null {
    const one = steps.shown()[step]
    entries.settleAll()
    const [first = null] = one === undefined ? [] : entries.wrongIn(one)
    if (first === null) showStep(step + 1)
    else changed()
    return first
  }

  async function submit(): Promise<void> {
    if (submitting === 'sending') return
    focused = null
    entries.settleAll()
    // What shows its default counts as filled in, but nothing may have been saved since it appeared.
    for (const path of steps.missing()) if (draft.showsDefault(path)) pending.add(path)
    submitting = 'sending'
    changed()
    const key = newKey()
    const isSaved = await saver.flush()
    if (isSaved && (steps.missing().length > 0 || entries.wrong().length > 0 || steps.isOverShared())) {
      return stopped('incomplete')
    }
    const answer = isSaved ? await api.submit(key) : null
    if (answer === null) return stopped('failed')
    if (answer.ok) {
      submitting = 'no'
      isReviewing = false
      return taken(answer.value)
    }
    // The request may have arrived, or another person was faster: the service's current view decides.
    await look()
    const { error } = answer
    stopped(error.kind === 'refused' && error.code === 'parameter_missing' ? 'incomplete' : 'failed')
  }
  function stopped(why: Submitting): void {
    submitting = why
    // The underwriter's request does not list what is missing; the last step does.
    if (why === 'incomplete' && draft.view()?.standing === 'needed') {
      isReviewing = true
      step = steps.shown().length - 1
      target = null
    }
    changed()
  }

  return {
    listPath: kind.listPath,
    state,
    draft: draft as Pick<Draft, 'text' | 'mask' | 'fieldAt' | 'isShown' | 'showsDefault' | 'inRow' | 'known'>,
    look,
    type,
    focus: (path: string) => {
      focused = path
    },
    leave,
    missing: steps.missing,
    wrong: entries.wrong,
    wrongIn: entries.wrongIn,
    isOfStep: steps.isOfStep,
    isOverShared: steps.isOverShared,
    goOn,
    showStep,
    submit,
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
      isReviewing = next
      step = 0
      changed()
    },
    isUnsaved,
    flush: () => void saver.flush(),
  }
}
