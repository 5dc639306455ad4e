import { isNoPage } from '../../components/ask-service.ts'
import type { PageApi } from '../page-api.ts'
import type { Draft } from './draft.ts'
import type { FormView } from './view.ts'

export type At = 'loading' | 'unreachable' | 'not_found' | 'shown'

interface LooksOptions {
  readonly api: Pick<PageApi, 'load'>
  readonly draft: Pick<Draft, 'view'>
  /** Whether entries are on their way to the service. */
  readonly isSaving: () => boolean
  readonly onView: (view: FormView) => void
  readonly onChange: () => void
  /** @returns a function that cancels it */
  readonly after: (ms: number, run: () => void) => () => void
}

/** Loads the service's view of the form, and looks again where it changes without this page. */
export function createLooks({ api, draft, isSaving, onView, onChange, after }: LooksOptions) {
  let at: At = 'loading'
  let failures = 0
  let cancel = () => {}

  /** Looks again later: during a review, while documents are awaited, and after a failed request. */
  function later(): void {
    cancel()
    const standing = draft.view()?.standing
    if (at === 'shown' && standing !== 'review' && standing !== 'needed') return
    if (at === 'not_found') return
    const ms = at === 'shown' && failures === 0 ? 15_000 : Math.min(1_000 * 2 ** failures, 10_000)
    cancel = after(ms, () => void look())
  }

  async function look(): Promise<void> {
    const begun = draft.view()?.revision
    const answer = await api.load()
    // The answer may be older than a save that is under way, or that was answered meanwhile.
    if (isSaving() || begun !== draft.view()?.revision) return later()
    if (answer.ok) return onView(answer.value)
    failures += 1
    if (isNoPage(answer.error)) at = 'not_found'
    else if (at === 'loading') at = 'unreachable'
    later()
    onChange()
  }

  return {
    at: () => at,
    look,
    /** The draft has a current view, by a look or by another answer. */
    arrived: () => {
      at = 'shown'
      failures = 0
      later()
    },
    /** The link is no longer valid. */
    gone: () => {
      at = 'not_found'
    },
  }
}
