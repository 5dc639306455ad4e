import { useEffect, useEffectEvent } from 'react'
import { dropDialog, putDialogAside, takeDialogBack } from './dialog-store.ts'
import { type Place, usePlaceStore } from './place-store.ts'

/**
 * When the counter locks itself, or a page behind a PIN closes itself, the page and its dialog are put aside with all
 * that was typed into them: invisible, without effects or keys. The same person continues there; for anybody else they
 * are dropped first.
 */

/** What pages forget when they are left, while those pages are put aside. */
const waiting = new Set<() => void>()

/**
 * @param by the id of the person, or the role, that may continue
 * @param withDialog whether the open dialog belongs to the page
 */
export function putAside(by: string, place: Place, withDialog = true): void {
  dropAside()
  if (withDialog) putDialogAside()
  usePlaceStore.setState({ aside: { by, place } })
}

/** The person is back on the page. */
export function takeBack(): void {
  waiting.clear()
  usePlaceStore.setState({ aside: null })
  takeDialogBack()
}

/** The next person starts with new pages. */
export function dropAside(): void {
  if (usePlaceStore.getState().aside === null) return
  for (const forget of waiting) forget()
  waiting.clear()
  dropDialog()
  usePlaceStore.setState({ aside: null })
}

/** Calls `forget` when the page is left; for a page that is put aside, when it is dropped. */
export function useWhenLeft(place: Place, forget: () => void): void {
  const left = useEffectEvent(() => {
    if (usePlaceStore.getState().aside?.place === place) waiting.add(forget)
    else forget()
  })
  useEffect(() => {
    waiting.delete(forget)
    return () => left()
  }, [forget])
}
