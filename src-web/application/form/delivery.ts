import { err, ok, type Result } from '../../../src-shared/result.ts'
import { isNoPage, type PageFailure } from '../../components/ask-service.ts'
import type { PageApi } from '../page-api.ts'
import type { Draft } from './draft.ts'
import type { Parcel, Pending } from './pending.ts'
import { idOf, pathOnPage, type Row, rowsSaved } from './rows.ts'
import { isWorthRepeating } from './saver.ts'
import type { FormView } from './view.ts'

interface DeliveryOptions {
  readonly api: Pick<PageApi, 'load' | 'save'>
  readonly draft: Draft
  readonly pending: Pending
  readonly listPath: string
  readonly newKey: () => string
  /** The field that is being typed in. */
  readonly focused: () => string | null
  readonly onView: (view: FormView) => void
  /** Another device saved meanwhile: called with the service's current view. */
  readonly onMerge: (view: FormView) => void
  /** The service refuses the values of these fields. */
  readonly onWrong: (paths: readonly string[]) => void
  /** The application's state forbids saving. */
  readonly onClosed: () => void
  /** The link is no longer valid. */
  readonly onGone: () => void
}

interface Sent extends Parcel {
  readonly key: string
  readonly request: Readonly<Record<string, unknown>>
}

/** Merges without a pause, since two devices may save in turn; after that many, there is a pause. */
const mostMergesAtOnce = 3

/**
 * Sends entries to the service, one parcel at a time. An unanswered parcel may have arrived: it is sent again
 * unchanged, with its key, before any other. A parcel based on an older revision than the service's is taken back and
 * built again from both.
 */
export function createDelivery({
  api,
  draft,
  pending,
  listPath,
  newKey,
  focused,
  onView,
  onMerge,
  onWrong,
  onClosed,
  onGone,
}: DeliveryOptions) {
  /** On its way, or unanswered. */
  let sent: Sent | null = null
  let merges = 0

  const pack = (): Sent | null => {
    const view = draft.view()
    const parcel = view === null ? null : pending.take()
    if (view === null || parcel === null) return null
    return { ...parcel, key: newKey(), request: { ...parcel.body, revision: view.revision } }
  }

  async function deliver(parcel: Sent): Promise<Result<unknown, PageFailure>> {
    const answer = await api.save(parcel.request, parcel.key)
    if (!answer.ok && isWorthRepeating(answer.error)) return answer
    sent = null
    if (answer.ok) {
      merges = 0
      arrived(parcel, answer.value)
      return answer
    }
    const { error } = answer
    if (error.kind === 'refused' && error.code === 'state_conflict' && error.params.includes('revision')) {
      return merge(parcel)
    }
    return refused(error, parcel)
  }

  function arrived({ texts, rows, removed }: Sent, view: FormView): void {
    pending.hasRemoved(removed)
    if (rows !== null) {
      const items = draft.itemsOf(view.values)
      // Removed on the page during the save: the service has stored them and still has to remove them.
      rows.forEach((row, place) => {
        const id = idOf(items[place])
        if (id !== null && draft.rows().every(({ key }) => key !== row.key)) pending.removeItem(id)
      })
      draft.setRows(rowsSaved(draft.rows(), rows, items))
    }
    for (const [path, text] of texts) {
      if (draft.typed.get(path) === text && path !== focused()) draft.typed.delete(path)
    }
    onView(view)
  }

  async function merge(parcel: Sent): Promise<Result<unknown, PageFailure>> {
    pending.putBack(parcel)
    merges += 1
    const answer = await api.load()
    if (!answer.ok) {
      if (isNoPage(answer.error)) onGone()
      return answer
    }
    onMerge(answer.value)
    return merges % mostMergesAtOnce === 0 ? err({ kind: 'no_answer' }) : ok(null)
  }

  /** The named fields keep their typed text and show the problem; the others are sent again. */
  function refused(error: PageFailure, parcel: Sent): Result<unknown, PageFailure> {
    const params = error.kind === 'refused' ? error.params : []
    const rows = parcel.rows?.map((row, place): Row => ({ ...row, at: place })) ?? draft.rows()
    const named = params.flatMap((param) => {
      const path = pathOnPage(param, listPath, rows)
      return path !== null && draft.fieldAt(path) !== null ? [path] : []
    })
    pending.putBack(parcel, named)
    onWrong(named)
    if (isNoPage(error)) onGone()
    else if (error.kind === 'refused' && error.status === 409) onClosed()
    // It may name a field that was sent earlier, such as a title that does not fit the new legal form.
    return named.some((path) => parcel.texts.has(path)) ? ok(null) : err(error)
  }

  return {
    /** Sends the changes since the last save, in the service's form; null if there are none. */
    send(): Promise<Result<unknown, PageFailure>> | null {
      sent ??= pack()
      return sent === null ? null : deliver(sent)
    },
    isUnderWay: (): boolean => sent !== null,
    /** Whether this field is on its way. */
    has: (path: string): boolean => sent?.texts.has(path) === true,
    drop: () => {
      sent = null
    },
  }
}
