import { withValue } from '../fields/paths.ts'
import type { Draft } from './draft.ts'
import type { Row } from './rows.ts'

/** The contents of one request: the texts it was built from, and all people if any of them changed. */
export interface Parcel {
  readonly body: Readonly<Record<string, unknown>>
  readonly texts: ReadonlyMap<string, string>
  readonly rows: readonly Row[] | null
  /** Ids of removed people. */
  readonly removed: ReadonlySet<string>
}

interface PendingOptions {
  readonly draft: Draft
  readonly listPath: string
  /** The people cannot be saved as they are. */
  readonly isListHeld: () => boolean
  /** The field that is being typed in. */
  readonly focused: () => string | null
}

/** Entries that the service has not stored yet. */
export function createPending({ draft, listPath, isListHeld, focused }: PendingOptions) {
  const paths = new Set<string>()
  let isListChanged = false
  /** Kept until the service has removed them. */
  const removed = new Set<string>()
  const none: ReadonlySet<string> = new Set()

  /** Adds shown default values to the typed ones. */
  const withInitials = (body: Readonly<Record<string, unknown>>) =>
    [...draft.fields.keys()].reduce(
      (made, path) =>
        !path.includes('*') && draft.showsDefault(path) ? withValue(made, path, draft.text(path)) : made,
      body,
    )

  return {
    add: (path: string) => {
      paths.add(path)
    },
    remove: (path: string) => {
      paths.delete(path)
    },
    has: (path: string): boolean => paths.has(path),
    isEmpty: (): boolean => paths.size === 0 && !isListChanged,
    removed: (): ReadonlySet<string> => removed,
    /** A stored person was removed on the page. */
    removeItem: (id: string) => {
      removed.add(id)
      isListChanged = true
    },
    /** The service has removed these people. */
    hasRemoved: (ids: ReadonlySet<string>) => {
      for (const id of ids) removed.delete(id)
    },
    clear: () => {
      paths.clear()
      removed.clear()
      isListChanged = false
    },
    /** Takes the valid entries out; invalid ones stay. @returns null if there are none */
    take(): Parcel | null {
      const texts = new Map<string, string>()
      const rows = draft.rows().filter(draft.isBegun)
      let body: Readonly<Record<string, unknown>> = {}
      let isListSent = isListChanged && !isListHeld()
      for (const path of paths) {
        // Part of a number may be valid too: a confidential number is sent only after its field was left.
        if (draft.fieldAt(path)?.confidential === true && path === focused()) continue
        const sent = draft.sent(path)
        const isHeld = draft.inRow(path) !== null && isListHeld()
        if (sent.is !== 'value' || isHeld) continue
        texts.set(path, draft.text(path))
        if (draft.inRow(path) === null) body = withValue(body, path, sent.value)
        else isListSent = true
      }
      if (texts.size === 0 && !isListSent) return null
      body = withInitials(body)
      if (isListSent) {
        body = withValue(body, listPath, rows.map(draft.itemOf))
        isListChanged = false
      }
      for (const path of texts.keys()) paths.delete(path)
      return isListSent
        ? { body, texts, rows, removed: new Set(removed) }
        : { body, texts, rows: null, removed: none }
    },
    /** The parcel was not stored. @param but fields that the service refuses */
    putBack({ texts, rows }: Parcel, but: readonly string[] = []) {
      for (const path of texts.keys()) if (!but.includes(path)) paths.add(path)
      isListChanged ||= rows !== null
    },
  }
}
export type Pending = ReturnType<typeof createPending>
