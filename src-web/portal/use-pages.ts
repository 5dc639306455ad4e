import { useState } from 'preact/hooks'
import type { Result } from '../../src-shared/result.ts'
import type { PageFailure } from '../components/ask-service.ts'
import { type Load, useLoad } from './use-load.ts'

export interface CursorPage<Item> {
  readonly data: readonly Item[]
  readonly meta: { readonly has_more: boolean; readonly next_cursor?: string | undefined }
}

export interface Pages<Page> extends Load<Page> {
  readonly number: number
  readonly next: (() => void) | null
  readonly back: (() => void) | null
}

interface Place {
  readonly about: string
  /** Where each page began that was gone through; '' is the first. */
  readonly cursors: readonly string[]
}

/** A list that is leafed through by cursor. @param about names the list: another one begins at its first page */
export function usePages<Page extends CursorPage<unknown>>(
  ask: (cursor: string | undefined) => Promise<Result<Page, PageFailure>>,
  about: string,
): Pages<Page> {
  const [place, setPlace] = useState<Place>({ about, cursors: [''] })
  const cursors = place.about === about ? place.cursors : ['']
  const cursor = cursors.at(-1) ?? ''
  const load = useLoad(() => ask(cursor === '' ? undefined : cursor), `${about} ${cursor}`)
  const meta = load.state.at === 'there' ? load.state.value.meta : null
  const following = meta?.has_more === true ? meta.next_cursor : undefined
  return {
    ...load,
    number: cursors.length,
    next: following === undefined ? null : () => setPlace({ about, cursors: [...cursors, following] }),
    back: cursors.length === 1 ? null : () => setPlace({ about, cursors: cursors.slice(0, -1) }),
  }
}
