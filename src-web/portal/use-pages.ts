import { useState } from 'preact/hooks'
import type { Result } from '../../src-shared/result.ts'
import type { PageFailure } from '../components/ask-service.ts'
import { type ListPlace, placeIn } from './list-place.ts'
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

/** The cursor of each visited page; '' is the first. */
type Cursors = readonly string[]
const atFirst: Cursors = ['']

/** A list with pages by cursor. @param about identifies the list: another one starts at its first page */
export function usePages<Page extends CursorPage<unknown>>(
  ask: (cursor: string | undefined) => Promise<Result<Page, PageFailure>>,
  about: string,
): Pages<Page> {
  const [kept, keep] = useState<ListPlace<Cursors>>({ about, place: atFirst })
  const cursors = placeIn(kept, about, atFirst)
  const cursor = cursors.at(-1) ?? ''
  const load = useLoad(() => ask(cursor === '' ? undefined : cursor), `${about} ${cursor}`)
  const meta = load.state.at === 'there' ? load.state.value.meta : null
  const following = meta?.has_more === true ? meta.next_cursor : undefined
  return {
    ...load,
    number: cursors.length,
    next: following === undefined ? null : () => keep({ about, place: [...cursors, following] }),
    back: cursors.length === 1 ? null : () => keep({ about, place: cursors.slice(0, -1) }),
  }
}
