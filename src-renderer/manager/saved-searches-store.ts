import { create } from 'zustand'
import type { PosResult } from '../../src-shared/pos/commands.ts'
import type { Filters, SavedSearch } from '../../src-shared/pos/manager/payment-filters.ts'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { askMain } from '../bridge.ts'
import { createLatest } from '../stores/latest.ts'

interface SavedSearchesStore {
  readonly searches: readonly SavedSearch[]
  /** Why the last change was refused. */
  readonly refusal: RefusalCode | null
  readonly busy: boolean
}

const empty: SavedSearchesStore = { searches: [], refusal: null, busy: false }

export const useSavedSearches = create<SavedSearchesStore>()(() => empty)

const latest = createLatest()

/** Sends a request; each answer contains all saved searches. @returns whether it succeeded */
async function ask(question: () => Promise<PosResult<'payments.saved_searches'>>): Promise<boolean> {
  useSavedSearches.setState({ busy: true, refusal: null })
  const result = await latest.only(question)
  if (result === null) return false
  useSavedSearches.setState(
    result.ok
      ? { busy: false, searches: result.value?.searches ?? [] }
      : { busy: false, refusal: result.error.code },
  )
  return result.ok
}

/** Loads the saved searches of the signed-in person. */
export const loadSearches = async (): Promise<void> => {
  await ask(() => askMain('payments.saved_searches', undefined))
  // A failure is not shown: the page works without them, and no person requested them.
  useSavedSearches.setState({ refusal: null })
}

export const saveSearch = (name: string, filters: Filters): Promise<boolean> =>
  ask(() => askMain('payments.save_search', { name, filters }))

export const removeSearch = (name: string): Promise<boolean> =>
  ask(() => askMain('payments.remove_search', { name }))

export const clearSearchRefusal = (): void => useSavedSearches.setState({ refusal: null })

/** The next person has searches of their own. */
export function forgetSearches(): void {
  latest.forget()
  useSavedSearches.setState(empty)
}
