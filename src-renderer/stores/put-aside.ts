import { useEffect, useEffectEvent } from 'react'
import { closeDialog, dropDialog, putDialogAside, takeDialogBack } from './dialog-store.ts'
import { type Place, usePlaceStore } from './place-store.ts'
import { isCodeShown, useRecoveryCodeStore } from './recovery-code-store.ts'
import { useSnapshotStore } from './snapshot-store.ts'

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
  const { aside } = usePlaceStore.getState()
  // It waits behind a recovery code.
  if (aside?.by === by && aside.place === place) return
  dropAside()
  if (withDialog) putDialogAside()
  usePlaceStore.setState({ aside: { by, place } })
}

/** The person is back on the page, after writing down the recovery code if one is shown. */
export function takeBack(): void {
  if (isCodeShown()) return
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

const present = (): string | null => useSnapshotStore.getState().snapshot?.staff.people?.present?.id ?? null

/** The page waits behind the code with its dialog, which would cover the code and keep the keys. */
export function showRecoveryCode(code: string): void {
  const { aside, place } = usePlaceStore.getState()
  const by = present()
  if (aside === null && by !== null) putAside(by, place)
  else if (aside === null) closeDialog()
  useRecoveryCodeStore.setState({ code })
}

/** The code is written down: the person goes on where they were. */
export function closeRecoveryCode(): void {
  useRecoveryCodeStore.setState({ code: null })
  const { aside } = usePlaceStore.getState()
  if (aside !== null && aside.by === present()) takeBack()
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
